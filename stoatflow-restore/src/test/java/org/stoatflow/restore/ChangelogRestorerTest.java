package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StateRestoreListener;

class ChangelogRestorerTest {
    private static final long RETENTION_MS = 10_000;
    private static final RestoreSettings SETTINGS = Unbuffered.SETTINGS;
    private static final StoreDescription PLAIN = store(false, "plain");
    private static final StoreDescription STAMPED = store(true, "stamped");

    private final FakeLogs logs = new FakeLogs();
    private final StateEngine engine = StateEngines.inMemory(new MemoryDisk(), List.of(PLAIN, STAMPED));
    private final List<String> calls = new ArrayList<>();

    private static StoreDescription store(boolean timestamped, String name) {
        return new StoreDescription(
                name,
                new StoreSettings.KeyValue(timestamped),
                new InnerStore(true, timestamped, null),
                new SerdeChoice(null, null),
                false,
                new ChangelogSettings(true, Map.of()));
    }

    private StoreChangelog changelog(StoreDescription store, int partitions) {
        return new StoreChangelog(
                store.name(),
                engine.storeId(store.name()),
                store.name() + "-changelog",
                IntStream.range(0, partitions).boxed().toList(),
                RETENTION_MS,
                store == STAMPED ? new TimedFormat(StoreFormats.of(store)) : StoreFormats.of(store));
    }

    private List<RestoreTask> plan(long nowMs, StoreChangelog... changelogs) {
        return RestorePlanner.plan(List.of(changelogs), engine::changelogPosition, logs.ranges(), nowMs);
    }

    private ChangelogRestorer restorer(List<RestoreTask> tasks, FakeLogs.LogConsumer consumer) {
        return new ChangelogRestorer(tasks, engine, consumer, SETTINGS, new Listener(), new RestoreProgress(tasks));
    }

    private final class Listener implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {
            calls.add("start " + at + " " + store + " " + from + "-" + to);
            if (at.topic().startsWith("stamped") && at.partition() == 1) {
                throw new IllegalStateException("expected: a listener's failure does not stop a restore");
            }
        }

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {
            calls.add("batch " + at + " " + store + " " + last + " " + count);
        }

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {
            calls.add("end " + at + " " + store + " " + total);
        }

        @Override
        public void onRestoreSuspended(TopicPartition at, String store, long total) {
            calls.add("suspended " + at + " " + store + " " + total);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void seed(StoreDescription store, String key, long nextOffset, long appliedAtMs) {
        StateBatch batch = new StateBatch(appliedAtMs);
        batch.put(engine.storeId(store.name()), 0, bytes(key), bytes("old"));
        batch.position(engine.storeId(store.name()), 0, nextOffset);
        engine.apply(batch);
    }

    @Test
    void shouldRestoreBothLayoutsPastMarkersAndTellTheListener() {
        FakeLogs.Log plain = logs.log("plain-changelog", 0);
        plain.append("a", "1", 11);
        plain.marker();
        plain.append("b", "2", 12);
        plain.append("a", null, 13);
        plain.append(null, "no key", 13);
        plain.marker();
        logs.log("stamped-changelog", 0).append("c", "3", 14);
        logs.log("stamped-changelog", 1);
        List<RestoreTask> tasks = plan(1_000, changelog(PLAIN, 1), changelog(STAMPED, 2));
        RestoreProgress progress = new RestoreProgress(tasks);
        try (ChangelogRestorer restorer =
                new ChangelogRestorer(tasks, engine, logs.consumer(2), SETTINGS, new Listener(), progress)) {
            assertTrue(restorer.step(1_000), "the first step starts");
            assertTrue(restorer.step(1_001));
            assertEquals(
                    new RestoreProgress.OfStore("plain", 1, 0, 6, 3, 2),
                    progress.snapshot().get(0));
            assertEquals(new ChangelogPosition(3, 1_000), engine.changelogPosition(engine.storeId("plain"), 0));
            assertFalse(restorer.step(1_002));
            assertFalse(restorer.step(1_003));
        }
        assertNull(engine.get(engine.storeId("plain"), 0, bytes("a")));
        assertArrayEquals(bytes("2"), engine.get(engine.storeId("plain"), 0, bytes("b")));
        assertArrayEquals(
                new byte[] {0, 0, 0, 0, 0, 0, 0, 14, '3'}, engine.get(engine.storeId("stamped"), 0, bytes("c")));
        assertEquals(14, RestoredTimes.read(engine, "stamped", 0));
        assertEquals(RestoredTimes.NONE, RestoredTimes.read(engine, "plain", 0), "tells none");
        assertEquals(new ChangelogPosition(6, 1_000), engine.changelogPosition(engine.storeId("plain"), 0));
        assertEquals(new ChangelogPosition(0, 1_000), engine.changelogPosition(engine.storeId("stamped"), 1));
        assertEquals(
                List.of(
                        new RestoreProgress.OfStore("plain", 1, 1, 6, 6, 3),
                        new RestoreProgress.OfStore("stamped", 2, 2, 1, 1, 1)),
                progress.snapshot());
        assertEquals(
                List.of(
                        "start plain-changelog-0 plain 0-6",
                        "start stamped-changelog-0 stamped 0-1",
                        "start stamped-changelog-1 stamped 0-0",
                        "end stamped-changelog-1 stamped 0",
                        "batch stamped-changelog-0 stamped 0 1",
                        "batch plain-changelog-0 plain 2 2",
                        "end stamped-changelog-0 stamped 1",
                        "batch plain-changelog-0 plain 4 1",
                        "end plain-changelog-0 plain 3"),
                calls);
    }

    @Test
    void shouldReadOnlyTheTailAndKeepItsTimeUntilTheEnd() {
        for (int i = 0; i < 10; i++) {
            logs.log("plain-changelog", 0).append("k" + i, "new", 0);
        }
        seed(PLAIN, "k0", 4, 500);
        try (ChangelogRestorer restorer = restorer(plan(1_000, changelog(PLAIN, 1)), logs.consumer(3))) {
            restorer.step(1_000);
            restorer.step(1_000);
            assertEquals(new ChangelogPosition(7, 500), engine.changelogPosition(0, 0));
            assertFalse(restorer.step(1_000) && restorer.step(1_000));
        }
        assertEquals(new ChangelogPosition(10, 1_000), engine.changelogPosition(0, 0));
        assertArrayEquals(bytes("old"), engine.get(0, 0, bytes("k0")), "below the tail nothing is read");
        assertNull(engine.get(0, 0, bytes("k3")));
        assertArrayEquals(bytes("new"), engine.get(0, 0, bytes("k9")));
        assertEquals("start plain-changelog-0 plain 4-10", calls.get(0));
    }

    @Test
    void shouldWriteWhatWasPolledThoughThePositionsAreNotKnown() {
        logs.log("stamped-changelog", 0).append("a", "1", 0);
        logs.log("stamped-changelog", 1).append("b", "2", 0);
        FakeLogs.LogConsumer consumer = logs.consumer(1);
        consumer.withoutPositions = true;
        try (ChangelogRestorer restorer = restorer(plan(1_000, changelog(STAMPED, 2)), consumer)) {
            while (restorer.step(1_000)) {
                // to the end
            }
        }
        int store = engine.storeId("stamped");
        assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, '1'}, engine.get(store, 0, bytes("a")));
        assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, '2'}, engine.get(store, 1, bytes("b")));
    }

    @Test
    void shouldWipeBeforeAFullRebuild() {
        logs.log("plain-changelog", 0).append("a", "1", 0);
        seed(PLAIN, "ghost", 99, 500);
        try (ChangelogRestorer restorer = restorer(plan(1_000, changelog(PLAIN, 1)), logs.consumer(3))) {
            restorer.step(1_000);
            assertNull(engine.get(0, 0, bytes("ghost")));
            assertNull(engine.changelogPosition(0, 0), "killed here, it is rebuilt again");
            while (restorer.step(1_000)) {
                // to the end
            }
        }
        assertArrayEquals(bytes("1"), engine.get(0, 0, bytes("a")));
    }

    @Test
    void shouldStartAgainWhereTheLogLostWhatIsRead() {
        FakeLogs.Log log = logs.log("plain-changelog", 0);
        for (int i = 0; i < 10; i++) {
            log.append("k" + i, "v", 0);
        }
        try (ChangelogRestorer restorer = restorer(plan(1_000, changelog(PLAIN, 1)), logs.consumer(3))) {
            restorer.step(1_000);
            restorer.step(1_000);
            log.begin = 5;
            log.entries.headMap(5L).clear();
            while (restorer.step(1_000)) {
                // to the end
            }
        }
        assertEquals(5, engine.approximateEntries(0, 0));
        assertEquals(
                List.of("suspended plain-changelog-0 plain 3", "start plain-changelog-0 plain 5-10"),
                calls.subList(2, 4));
    }

    @Test
    void shouldRebuildATailThatTookLongerThanTombstonesAreKept() {
        for (int i = 0; i < 10; i++) {
            logs.log("plain-changelog", 0).append("k" + i, "v", 0);
        }
        seed(PLAIN, "ghost", 4, 500);
        try (ChangelogRestorer restorer = restorer(plan(1_000, changelog(PLAIN, 1)), logs.consumer(3))) {
            restorer.step(1_000);
            restorer.step(1_000);
            long now = 500 + RETENTION_MS;
            while (restorer.step(now)) {
                now++;
            }
        }
        assertNull(engine.get(0, 0, bytes("ghost")));
        assertEquals(10, engine.approximateEntries(0, 0));
    }

    @Test
    void shouldWaitForATransactionThatCommittedRecordsAreBehind() {
        FakeLogs.Log log = logs.log("plain-changelog", 0);
        log.append("a", "before", 1);
        log.openFrom = log.end;
        log.marker(); // the transaction's record, which comes to nothing
        log.append("b", "committed", 2);
        try (ChangelogRestorer restorer = restorer(plan(1_000, changelog(PLAIN, 1)), logs.consumer(10))) {
            for (int i = 0; i < 20; i++) {
                assertTrue(restorer.step(1_000 + 100 * i), "waits for the outcome");
            }
            assertEquals(1, engine.changelogPosition(0, 0).nextOffset());
            log.openFrom = Long.MAX_VALUE;
            log.marker();
            assertFalse(restorer.step(3_000));
        }
        assertArrayEquals(bytes("committed"), engine.get(0, 0, bytes("b")));
    }

    @Test
    void shouldFailWithNamesAndOffsetsWhereNothingComes() {
        logs.log("plain-changelog", 0).append("a", "1", 0);
        FakeLogs.LogConsumer consumer = logs.consumer(3);
        consumer.stalled = true;
        try (ChangelogRestorer restorer = restorer(plan(1_000, changelog(PLAIN, 1)), consumer)) {
            for (long nowMs = 1_000; nowMs < 6_500; nowMs += 500) { // the wait begins behind the step that begins
                assertTrue(restorer.step(nowMs));
            }
            StreamsException failed = assertThrows(StreamsException.class, () -> restorer.step(6_500));
            assertTrue(
                    failed.getMessage().contains("store plain, plain-changelog-0, offsets 0 to 1"),
                    failed.getMessage());
            assertTrue(failed.getMessage().contains("at offset 0"), failed.getMessage());
        }
        assertTrue(consumer.closed());
        assertEquals("suspended plain-changelog-0 plain 0", calls.getLast());
    }

    @Test
    void shouldRunOnNamedThreadsAndPassFailuresOn() {
        for (int partition = 0; partition < 5; partition++) {
            for (int i = 0; i < 100; i++) {
                logs.log("plain-changelog", partition).append("k" + i, "v", 0);
            }
        }
        List<RestoreTask> tasks = plan(1_000, changelog(PLAIN, 5));
        StateRestoreListener quiet = new Quiet();
        Set<String> names = new ConcurrentSkipListSet<>();
        try (RestoreThreads threads = new RestoreThreads(
                tasks,
                engine,
                () -> {
                    names.add(Thread.currentThread().getName());
                    return logs.consumer(7);
                },
                SETTINGS,
                quiet,
                new RestoreProgress(tasks),
                InstantSource.system())) {
            assertTrue(threads.run());
        }
        assertEquals(Set.of("test restore-0", "test restore-1"), names);
        for (int partition = 0; partition < 5; partition++) {
            assertEquals(100, engine.approximateEntries(0, partition));
        }
        AtomicInteger made = new AtomicInteger();
        try (RestoreThreads threads = new RestoreThreads(
                tasks,
                engine,
                () -> {
                    if (made.incrementAndGet() == 2) {
                        throw new TimeoutException("no broker");
                    }
                    FakeLogs.LogConsumer stalled = logs.consumer(1);
                    stalled.stalled = true;
                    return stalled;
                },
                SETTINGS,
                quiet,
                new RestoreProgress(tasks),
                InstantSource.system())) {
            assertEquals(
                    "no broker",
                    assertThrows(TimeoutException.class, threads::run).getMessage());
        }
    }

    @Test
    void shouldStartNothingAfterAClose() {
        logs.log("plain-changelog", 0).append("a", "1", 0);
        List<RestoreTask> tasks = plan(1_000, changelog(PLAIN, 1));
        RestoreThreads threads = new RestoreThreads(
                tasks,
                engine,
                () -> {
                    throw new AssertionError("made a consumer");
                },
                SETTINGS,
                new Quiet(),
                new RestoreProgress(tasks),
                InstantSource.system());
        threads.close();
        assertFalse(threads.run());
    }

    @Test
    void shouldGoOnAfterAStopWithRocksDb(@TempDir Path folder) {
        for (int i = 0; i < 1_000; i++) {
            logs.log("plain-changelog", 0).append("k" + i % 300, i % 5 == 0 ? null : "v" + i, 0);
        }
        List<RestoreReason> reasons = new ArrayList<>();
        boolean more = true;
        while (more) {
            try (StateEngine disk = StateEngines.openRocks(folder, List.of(PLAIN), RocksSettings.defaults())) {
                List<RestoreTask> tasks = RestorePlanner.plan(
                        List.of(changelog(PLAIN, 1)), disk::changelogPosition, logs.ranges(), 1_000);
                reasons.add(tasks.getFirst().reason());
                try (ChangelogRestorer restorer = new ChangelogRestorer(
                        tasks, disk, logs.consumer(100), SETTINGS, new Quiet(), new RestoreProgress(tasks))) {
                    for (int step = 0; step < 5 && more; step++) {
                        more = restorer.step(1_000);
                    }
                    restorer.settle(1_000);
                }
                if (!more) {
                    long rows = logs.log("plain-changelog", 0).table.values().stream()
                            .filter(row -> row.value != null)
                            .count();
                    assertEquals(rows, disk.approximateEntries(0, 0));
                    assertArrayEquals(bytes("v899"), disk.get(0, 0, bytes("k299")));
                }
            }
        }
        assertEquals(List.of(RestoreReason.FULL_POSITION_MISSING, RestoreReason.TAIL, RestoreReason.TAIL), reasons);
    }

    private static final class Quiet implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {}
    }
}
