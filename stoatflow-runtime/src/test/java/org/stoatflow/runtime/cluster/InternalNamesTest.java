package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TableJoined;

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

    /** Names are made in one place and told apart in another. */
    @Test
    void shouldKnowTheTopicsOfOurTopologies() {
        Plan plan = plan();
        plan.hopEnds()
                .forEach(end -> assertTrue(
                        names.isBetweenStages(end.hop().topic()), end.hop().topic()));
        assertEquals(5, plan.hopEnds().size());
        for (StorePlan store : plan.stores()) {
            assertEquals(Optional.of(store.name()), names.storeOf(store.serdeTopic()));
        }
    }

    private static Plan plan() {
        Consumed<String, String> strings = Consumed.with(Serdes.String(), Serdes.String());
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("lines", strings)
                .groupBy((key, value) -> value, Grouped.with(Serdes.String(), Serdes.String()))
                .count();
        KTable<String, String> orders = builder.table("orders", strings);
        KTable<String, String> customers = builder.table("customers", strings);
        orders.join(customers, order -> order, (order, customer) -> customer, Materialized.as("joined"));
        orders.join(
                customers,
                order -> order,
                (order, customer) -> customer,
                TableJoined.as("named"),
                Materialized.as("again"));
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", 8, Serdes.String(), 0),
                topic -> OptionalInt.of(2));
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
                "app-changelogs",
                "app-changelog", // a user's: no store is without a name
                "app-repartition",
                "app-subscription-response-topic");
        assertEquals(Set.of(), names.among(others, List.of()));
    }

    @Test
    void shouldTellWhatAnInternalTopicIsFor() {
        assertEquals(Optional.of("a-changelog"), names.storeOf("app-a-changelog-changelog"));
        assertEquals(Optional.empty(), names.storeOf("app-by-word-repartition"));
        assertTrue(names.isBetweenStages("app-by-word-repartition"));
        assertFalse(names.isBetweenStages("app-counts-changelog"));
        assertFalse(names.isBetweenStages("other-by-word-repartition"));
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
