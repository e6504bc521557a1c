package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.WriteLease;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * A follower of logs to which an owner writes in transactions, which cleaners compact, lose their beginning or are made
 * anew. It is behind, at the end, killed between any two steps, or made the owner at any step, in order or with what it
 * has read given up. Invariants: what it has is of committed transactions only; who becomes the owner ends with exactly
 * the rows of the log's table, by a restore of the tail.
 */
class FollowerSimulationTest {
    private static final long RETENTION_MS = 10_000;
    private static final int PARTITIONS = 3;
    private static final int LIVES = 60;
    private static final String TOPIC = "s-changelog";
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of()));

    /** What has come about in any run. */
    private enum Happened {
        KILLED,
        PROMOTED_AT_THE_END,
        PROMOTED_BEHIND,
        PROMOTED_WITH_ROWS_GIVEN_UP,
        MADE_ANEW,
        REBUILT_MEANWHILE,
        TRANSACTION_WAITED_FOR
    }

    private static final Set<Happened> SEEN = EnumSet.noneOf(Happened.class);

    private final FakeLogs logs = new FakeLogs();
    private final MemoryDisk disk = new MemoryDisk();
    private Random random;
    private long nowMs = 1_000_000;
    private boolean isLiving; // no process has been ended meanwhile
    private boolean mayDawdle; // what is deleted while a rebuild takes longer than that may stay

    static long[] seeds() {
        return new Random(7).longs(120).toArray();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHandOverTheRowsOfTheLog(long seed) {
        random = new Random(seed);
        for (int life = 0; life < LIVES; life++) {
            write();
            live();
            nowMs += random.nextInt(4) == 0 ? random.nextInt(12_000) : random.nextInt(500);
        }
    }

    @AfterAll
    static void shouldHaveSeenAll() {
        assertEquals(EnumSet.allOf(Happened.class), SEEN);
    }

    private FakeLogs.Log log(int partition) {
        return logs.log(TOPIC, partition);
    }

    /** The owner writes, and begins or ends transactions. */
    private void write() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            FakeLogs.Log log = log(partition);
            for (int count = random.nextInt(3) == 0 ? 0 : random.nextInt(12); count > 0; count--) {
                log.appendOpen(
                        "k" + random.nextInt(25), random.nextInt(2) == 0 ? null : "v" + random.nextInt(100), nowMs);
                nowMs += random.nextInt(3);
            }
            if (random.nextInt(3) > 0) {
                log.decide(random.nextInt(4) > 0);
            }
            if (random.nextInt(3) == 0) {
                log.clean(nowMs, RETENTION_MS);
            }
        }
    }

    private StoreChangelog changelog(StateEngine engine) {
        return new StoreChangelog(
                "s",
                engine.storeId("s"),
                TOPIC,
                List.of(0, 1, 2),
                RETENTION_MS,
                new TimedFormat(StoreFormats.of(STORE)));
    }

    private List<RestoreTask> plan(StateEngine engine) {
        return RestorePlanner.plan(
                List.of(changelog(engine)), RestorePlanner.positionsIn(engine), logs.ranges(), nowMs);
    }

    private RestoreSettings settings() {
        return new RestoreSettings(
                "test",
                1,
                Duration.ZERO,
                Duration.ofSeconds(1),
                Duration.ofDays(1),
                RestoreMode.AUTO,
                1 + random.nextInt(3_000));
    }

    private FakeLogs.LogConsumer consumer() {
        FakeLogs.LogConsumer made = logs.consumer(1 + random.nextInt(6));
        made.untold = random.nextBoolean();
        return made;
    }

    /** A process: follows until it is killed or becomes the owner. */
    private void live() {
        StateEngine engine = StateEngines.inMemory(disk, List.of(STORE));
        List<RestoreTask> tasks =
                plan(engine).stream().map(RestoreTask::following).toList();
        mayDawdle = tasks.stream().noneMatch(task -> task.reason().isFull());
        RestoreProgress progress = new RestoreProgress(tasks);
        WriteLease lease = new WriteLease(engine);
        FakeLogs.LogConsumer consumer = consumer();
        try (ChangelogRestorer follower =
                new ChangelogRestorer(tasks, lease, consumer, settings(), new Silent(), progress)) {
            isLiving = true;
            int steps = random.nextInt(60);
            for (int step = 0; step < steps; step++) {
                pass(consumer, step);
                assertTrue(follower.step(nowMs), "a follower has ended");
                checkCommittedOnly(engine);
            }
            isLiving = false;
            if (random.nextInt(3) == 0) {
                SEEN.add(Happened.KILLED);
            } else {
                promote(engine, follower, lease, progress);
            }
        }
        engine.close();
    }

    private void pass(FakeLogs.LogConsumer consumer, int step) {
        nowMs += mayDawdle && random.nextInt(30) == 0 ? random.nextInt(12_000) : random.nextInt(300);
        consumer.stalled = random.nextInt(5) == 0;
        if (random.nextInt(3) == 0) {
            write();
        }
        FakeLogs.Log any = log(random.nextInt(PARTITIONS));
        if (step > 2 && !consumer.stalled && any.openFrom == Long.MAX_VALUE && random.nextInt(40) == 0) {
            if (random.nextBoolean()) {
                any.makeAnew(); // nothing is written there before the follower's next look
            } else {
                loseBegin(any);
            }
        }
    }

    /** The log begins at its first row now: who is behind may have missed a tombstone. */
    private static void loseBegin(FakeLogs.Log log) {
        log.begin = log.entries.entrySet().stream()
                .filter(at -> at.getValue().value != null && at.getValue().equals(log.table.get(at.getValue().key)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(log.end);
        log.entries.headMap(log.begin).clear();
    }

    /** Ids are initialised, so that no transaction is open; nobody writes from here on. Then the tail is restored. */
    private void promote(StateEngine engine, ChangelogRestorer follower, WriteLease lease, RestoreProgress progress) {
        boolean orderly = random.nextBoolean();
        if (orderly) {
            follower.settle(nowMs);
        }
        assertTrue(lease.end());
        for (int partition = 0; partition < PARTITIONS; partition++) {
            if (log(partition).openFrom != Long.MAX_VALUE) {
                SEEN.add(Happened.TRANSACTION_WAITED_FOR);
            }
            log(partition).decide(false);
        }
        List<RestoreTask> tail = plan(engine);
        long missing = tail.stream().mapToLong(task -> task.to() - task.from()).sum();
        SEEN.add(
                missing == 0
                        ? Happened.PROMOTED_AT_THE_END
                        : orderly ? Happened.PROMOTED_BEHIND : Happened.PROMOTED_WITH_ROWS_GIVEN_UP);
        mayDawdle = false;
        try (ChangelogRestorer restorer =
                new ChangelogRestorer(tail, engine, consumer(), settings(), new Silent(), new RestoreProgress(tail))) {
            while (restorer.step(nowMs)) {
                nowMs += random.nextInt(5);
            }
        }
        StateBatch settled = new StateBatch(nowMs);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            if (AnewLogs.isNoted(engine, "s", partition)) {
                SEEN.add(Happened.MADE_ANEW);
                AnewLogs.forget(engine, settled, "s", partition);
            }
            assertEquals(table(partition), rows(engine, partition), "partition " + partition + " at " + nowMs);
        }
        engine.apply(settled);
    }

    private Map<String, String> table(int partition) {
        Map<String, String> expected = new TreeMap<>();
        log(partition).table.forEach((key, entry) -> {
            if (entry.value != null) {
                expected.put(key, entry.value);
            }
        });
        return expected;
    }

    private static Map<String, String> rows(StateEngine engine, int partition) {
        Map<String, String> rows = new TreeMap<>();
        try (CommittedScan scan = engine.scan(engine.storeId("s"), partition, null, null, true)) {
            while (scan.next()) {
                rows.put(
                        new String(scan.key(), StandardCharsets.UTF_8),
                        new String(scan.value(), StandardCharsets.UTF_8));
            }
        }
        return rows;
    }

    /** The position is never behind the first offset of a transaction that is open. */
    private void checkCommittedOnly(StateEngine engine) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            ChangelogPosition position = engine.changelogPosition(engine.storeId("s"), partition);
            assertTrue(
                    position == null || log(partition).openFrom >= position.nextOffset(),
                    position + ", and a transaction is open from " + log(partition).openFrom);
        }
    }

    private final class Silent implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

        @Override
        public void onRestoreSuspended(TopicPartition at, String store, long total) {
            mayDawdle = false;
            if (isLiving) {
                SEEN.add(Happened.REBUILT_MEANWHILE);
            }
        }

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {}
    }
}
