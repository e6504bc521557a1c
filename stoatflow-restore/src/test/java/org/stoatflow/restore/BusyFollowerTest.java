package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateRestoreListener;

/** A log that ends in a marker is followed to its end beside one of which each poll brings records. */
class BusyFollowerTest {
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of()));
    private static final int STEPS = 20;
    private static final long STEP_MS = 300;

    private final FakeLogs logs = new FakeLogs();
    private final StateEngine engine = StateEngines.inMemory(new MemoryDisk(), List.of(STORE));
    private long nowMs = 1_000_000;

    /** As behind an interceptor that makes the records anew. */
    @Test
    void shouldComeToTheEndOfAnIdleLogThoughNobodyTellsWhereTheConsumerGoesOn() {
        FakeLogs.Log busy = logs.log("t", 0);
        FakeLogs.Log idle = logs.log("t", 1);
        busy.append("a", "1", 0);
        idle.appendOpen("b", "1", 0);
        idle.decide(true);
        StoreChangelog changelog =
                new StoreChangelog("s", engine.storeId("s"), "t", List.of(0, 1), 60_000, StoreFormats.of(STORE));
        List<RestoreTask> tasks =
                RestorePlanner.plan(List.of(changelog), engine::changelogPosition, logs.ranges(), nowMs).stream()
                        .map(RestoreTask::following)
                        .toList();
        FakeLogs.LogConsumer consumer = logs.consumer(3);
        consumer.untold = true;
        try (ChangelogRestorer follower = new ChangelogRestorer(
                tasks, engine, consumer, Unbuffered.SETTINGS, new Silent(), new RestoreProgress(tasks))) {
            for (int step = 0; step < STEPS; step++) {
                busy.append("a" + step, "2", 0);
                nowMs += STEP_MS;
                assertTrue(follower.step(nowMs));
            }
        }
        assertEquals(idle.end, reached(1));
        assertTrue(reached(0) > 1, "it has followed the other one meanwhile");
    }

    private long reached(int partition) {
        ChangelogPosition position = engine.changelogPosition(engine.storeId("s"), partition);
        assertNotNull(position);
        return position.nextOffset();
    }

    private static final class Silent implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {}
    }
}
