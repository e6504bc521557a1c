package org.stoatflow.runtime.restoring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanException;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreTopics;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;

class KnownLogsTest {
    private static final String TABLE = "table"; // restored from its source topic
    private static final String COUNTS = "counts"; // has a changelog

    private final Plan plan = plan();
    private final StateEngine state = StateEngines.inMemory(
            plan.stores().stream().map(StorePlan::description).toList());

    KnownLogsTest() {
        StateBatch batch = new StateBatch(0);
        for (String store : new String[] {TABLE, COUNTS}) {
            batch.put(state.storeId(store), 1, new byte[] {1}, new byte[] {2});
            batch.position(state.storeId(store), 1, 7);
        }
        state.apply(batch);
    }

    private static Plan plan() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("in", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as(TABLE));
        builder.stream("words", Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey()
                .count(Materialized.as(COUNTS));
        Properties optimized = new Properties();
        optimized.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.OPTIMIZE);
        return Planner.compile(
                TopologyAccess.logical(builder.build(optimized)),
                new PlanSettings("app", 8, Serdes.String(), 0),
                topic -> OptionalInt.of(2));
    }

    private void known(String tableOf, String countsOf) {
        StoreTopics.write(state, StoreTopics.LOGS, Map.of(TABLE, tableOf, COUNTS, countsOf), 0);
    }

    private void requireRows(String store) {
        assertNotNull(state.get(state.storeId(store), 1, new byte[] {1}), store);
        assertNotNull(state.changelogPosition(state.storeId(store), 1), store);
    }

    @Test
    void shouldEmptyAStoreThatIsRestoredFromAnotherTopicNow() {
        known("app-table-changelog", "app-counts-changelog");
        KnownLogs.emptyOthers(plan, state, 5);
        assertNull(state.get(state.storeId(TABLE), 1, new byte[] {1}));
        assertNull(state.changelogPosition(state.storeId(TABLE), 1));
        requireRows(COUNTS);
        assertEquals(Map.of(TABLE, "in", COUNTS, "app-counts-changelog"), StoreTopics.read(state, StoreTopics.LOGS));
    }

    @Test
    void shouldLeaveToTheOwnerTheStoresThatAnInstanceDoesNotAskFor() {
        known("app-table-changelog", "app-counts-changelog");
        KnownLogs.emptyOthers(plan, state, 5, store -> !store.name().equals(TABLE));
        requireRows(TABLE);
        assertEquals(
                Map.of(TABLE, "app-table-changelog", COUNTS, "app-counts-changelog"),
                StoreTopics.read(state, StoreTopics.LOGS));
    }

    @Test
    void shouldEmptyNothingWhereAStoreRefusesTheStart() {
        known("app-table-changelog", "before");
        PlanException refused = assertThrows(PlanException.class, () -> KnownLogs.emptyOthers(plan, state, 5));
        assertTrue(String.valueOf(refused.getMessage()).contains("Store counts has the rows of topic before"));
        requireRows(TABLE);
        requireRows(COUNTS);
        assertEquals(Map.of(TABLE, "app-table-changelog", COUNTS, "before"), StoreTopics.read(state, StoreTopics.LOGS));
    }

    @Test
    void shouldNoteTheTopicsOfStoresThatItDoesNotKnow() {
        StoreTopics.write(state, StoreTopics.LOGS, Map.of("removed", "app-removed-changelog"), 0);
        KnownLogs.emptyOthers(plan, state, 5);
        requireRows(TABLE);
        requireRows(COUNTS);
        assertEquals(
                Map.of("removed", "app-removed-changelog", TABLE, "in", COUNTS, "app-counts-changelog"),
                StoreTopics.read(state, StoreTopics.LOGS));
    }
}
