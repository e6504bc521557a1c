package org.stoatflow.runtime.takeover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TopologyJudgeTest {
    @Test
    void shouldGuessARenameByTheNumberOfPartitions() {
        assertEquals(
                List.of(
                        Finding.loses("store new has no changelog app-new-changelog and begins empty, although the"
                                + " application has committed offsets. Is it renamed? Topic app-old-changelog belongs"
                                + " to no store; Materialized.as(\"old\") takes it over"),
                        Finding.note("topic app-other-changelog belongs to no store of the topology, and stays")),
                new TopologyJudge("app", true)
                        .ofChangelogs(
                                List.of(missing("new", 3)), Map.of("app-old-changelog", 3, "app-other-changelog", 4)));
    }

    @Test
    void shouldFindNothingInANewApplication() {
        TopologyJudge judge = new TopologyJudge("app", false);
        assertEquals(List.of(), judge.ofChangelogs(List.of(missing("new", 3)), Map.of()));
        assertEquals(List.of(), judge.ofUnlogged(List.of("seen")));
    }

    @Test
    void shouldNameAStoreThatIsNotLogged() {
        assertEquals(
                1, new TopologyJudge("app", true).ofUnlogged(List.of("seen")).size());
    }

    private static ChangelogFacts missing(String store, int partitions) {
        return new ChangelogFacts(
                store,
                "app-" + store + "-changelog",
                partitions,
                new ChangelogFacts.Needs(OptionalLong.empty(), OptionalLong.empty()),
                Optional.empty());
    }
}
