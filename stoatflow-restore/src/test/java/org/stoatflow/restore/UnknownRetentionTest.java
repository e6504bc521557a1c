package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.StateBatch;
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

/** Nobody says how long a topic keeps tombstones, or it does not keep them at all. */
class UnknownRetentionTest {
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of()));
    private static final long LOOK_MS = Duration.ofMinutes(1).toMillis();

    private final FakeLogs logs = new FakeLogs();
    private final StateEngine engine = StateEngines.inMemory(new MemoryDisk(), List.of(STORE));
    private final List<String> calls = new ArrayList<>();
    private long nowMs = 1_000_000;

    @Test
    void shouldRebuildWhatMissesAnythingHoweverShortly() {
        logs.log("t", 0).append("a", "1", 0);
        position(1);
        assertEquals(RestoreReason.UP_TO_DATE, plan().reason());
        logs.log("t", 0).append("a", null, 0);
        assertEquals(RestoreReason.FULL_TOO_OLD, plan().reason());
    }

    @Test
    void shouldNotBeginAgainWhileItIsFollowed() {
        logs.log("t", 0).append("a", "1", 0);
        position(1);
        List<RestoreTask> tasks = List.of(plan().following());
        try (ChangelogRestorer follower = new ChangelogRestorer(
                tasks, engine, logs.consumer(3), Unbuffered.SETTINGS, new Suspensions(), new RestoreProgress(tasks))) {
            for (int step = 0; step < 10; step++) {
                logs.log("t", 0).append("b" + step, "2", 0);
                nowMs += LOOK_MS;
                assertTrue(follower.step(nowMs));
            }
            assertEquals(List.of(), calls);
        }
    }

    private RestoreTask plan() {
        StoreChangelog changelog =
                new StoreChangelog("s", engine.storeId("s"), "t", List.of(0), 0, StoreFormats.of(STORE));
        return RestorePlanner.plan(List.of(changelog), engine::changelogPosition, logs.ranges(), nowMs)
                .getFirst();
    }

    private void position(long nextOffset) {
        StateBatch batch = new StateBatch(nowMs);
        batch.position(engine.storeId("s"), 0, nextOffset);
        engine.apply(batch);
    }

    private final class Suspensions implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

        @Override
        public void onRestoreSuspended(TopicPartition at, String store, long total) {
            calls.add("suspended " + at);
        }

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {}
    }
}
