package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InternalNamesTest {
    private final InternalNames names = new InternalNames("app");

    @Test
    void shouldKnowTheTopicsOfBothLibraries() {
        Set<String> internal = Set.of(
                "app-counts-changelog",
                "app-by-word-repartition",
                "app-join-subscription-registration-topic",
                "app-join-subscription-response-topic",
                "app-KTABLE-FK-JOIN-SUBSCRIPTION-REGISTRATION-0000000004-topic",
                "app-KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-0000000012-topic");
        assertEquals(internal, names.among(internal, List.of()));
    }

    @Test
    void shouldLeaveOthers() {
        List<String> others = List.of(
                "counts",
                "app-counts",
                "app2-counts-changelog",
                "appcounts-changelog",
                "app-changelog-copy",
                "my-app-counts-changelog",
                "app-KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-x-topic",
                "app-changelogs");
        assertEquals(Set.of(), names.among(others, List.of()));
    }

    @Test
    void shouldLeaveTopicsThatAreNamedAsInput() {
        assertEquals(
                Set.of("app-b-changelog"),
                names.among(List.of("app-a-changelog", "app-b-changelog"), List.of("app-a-changelog")));
    }

    @Test
    void shouldSeeWhatMayBelongToAnotherApplication() {
        List<String> groups = List.of("app", "app-2", "app-20", "other");
        assertEquals(Set.of("app-2"), names.alike("app-2-counts-changelog", groups));
        assertEquals(Set.of(), names.alike("app-counts-changelog", groups));
    }
}
