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
import org.stoatflow.state.CommittedScan;
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

/**
 * Restores killed at any step, over logs that others append to, cleaners compact and time passes over. Invariant: a
 * restore that ends has exactly the rows of the log's table; no deleted row stays.
 */
class RestoreKillSimulationTest {
    private static final long RETENTION_MS = 1_000;
    private static final int PARTITIONS = 3;
    private static final int LIVES = 100;
    private static final String TOPIC = "s-changelog";
    private static final Set<RestoreReason> SEEN = EnumSet.noneOf(RestoreReason.class);
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of()));

    /** With buffers that a few records fill, or that all find room in. */
    private RestoreSettings settings() {
        return new RestoreSettings(
                "test restore",
                1,
                Duration.ZERO,
                Duration.ofSeconds(1),
                Duration.ofDays(1),
                RestoreMode.AUTO,
                1 + random.nextInt(2_000));
    }

    /** So far that the time does not come in a test: until it has come, nothing says that the clock was wrong. */
    private static final long FAR_AHEAD_MS = 1_000_000_000_000L;

    private static final long BEHIND_MS = 5_000;

    private final FakeLogs logs = new FakeLogs();
    private final MemoryDisk disk = new MemoryDisk();
    /** Time that passes for a rebuild is bounded: what is deleted while one takes longer than that may stay. */
    private boolean mayDawdle;

    private Random random;
    private long nowMs;
    /** How far the clock of this life's machine is ahead, or less than 0: behind. */
    private long aheadMs;

    static long[] seeds() {
        return new Random(42).longs(200).toArray();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldEndWithTheRowsOfTheLog(long seed) {
        random = new Random(seed);
        for (int life = 0; life < LIVES; life++) {
            write();
            aheadMs = random.nextInt(5) == 0 ? random.nextBoolean() ? FAR_AHEAD_MS : -BEHIND_MS : 0;
            live();
            nowMs += random.nextInt(3) == 0 ? random.nextInt(1_200) : random.nextInt(100);
        }
    }

    @AfterAll
    static void shouldHaveSeenEveryReasonThatTheWorldCanGive() {
        Set<RestoreReason> expected = EnumSet.complementOf(EnumSet.of(
                RestoreReason.FULL_CUT_OFF, // of stores that are loaded as files
                RestoreReason.FULL_OFFSET_GONE,
                RestoreReason.FULL_BEYOND_END,
                RestoreReason.FULL_DAMAGED,
                RestoreReason.FULL_OTHER_LAYOUT));
        assertTrue(SEEN.containsAll(expected), "seen: " + SEEN);
    }

    private void write() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            FakeLogs.Log log = logs.log(TOPIC, partition);
            int count = random.nextInt(3) == 0 ? 0 : random.nextInt(20);
            for (int i = 0; i < count; i++) {
                log.append("k" + random.nextInt(30), random.nextInt(2) == 0 ? null : "v" + random.nextInt(100), nowMs);
                nowMs += random.nextInt(10);
            }
            if (count > 0) {
                log.marker();
            }
        }
        cleanMaybe();
    }

    private void cleanMaybe() {
        if (random.nextInt(2) == 0) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                logs.log(TOPIC, partition).clean(nowMs, RETENTION_MS);
            }
        }
    }

    /** A process: plans, restores, and is killed before some step, or gets to the end and is checked. */
    private void live() {
        StateEngine engine = StateEngines.inMemory(disk, List.of(STORE));
        StoreChangelog changelog = new StoreChangelog(
                "s",
                engine.storeId("s"),
                TOPIC,
                List.of(0, 1, 2),
                RETENTION_MS,
                new TimedFormat(StoreFormats.of(STORE)));
        List<RestoreTask> tasks =
                RestorePlanner.plan(List.of(changelog), engine::changelogPosition, logs.ranges(), nowMs + aheadMs);
        tasks.forEach(task -> SEEN.add(task.reason()));
        mayDawdle = tasks.stream().noneMatch(task -> task.reason().isFull());
        try (ChangelogRestorer restorer = new ChangelogRestorer(
                tasks, engine, consumer(), settings(), new Silent(), new RestoreProgress(tasks))) {
            int steps = random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt(6);
            boolean more = true;
            while (more && steps-- > 0) {
                nowMs += mayDawdle && random.nextInt(4) == 0 ? random.nextInt(1_200) : random.nextInt(5);
                cleanMaybe();
                more = restorer.step(nowMs + aheadMs);
            }
            if (!more) {
                check(engine);
            }
        }
        engine.close();
    }

    /**
     * The end of a log may be a marker, which never comes as a record. Where records are made anew, nobody tells of it.
     */
    private FakeLogs.LogConsumer consumer() {
        FakeLogs.LogConsumer made = logs.consumer(1 + random.nextInt(4));
        made.untold = random.nextBoolean();
        return made;
    }

    private void check(StateEngine engine) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            Map<String, String> expected = new TreeMap<>();
            logs.log(TOPIC, partition).table.forEach((key, entry) -> {
                if (entry.value != null) {
                    expected.put(key, entry.value);
                }
            });
            Map<String, String> rows = new TreeMap<>();
            try (CommittedScan scan = engine.scan(engine.storeId("s"), partition, null, null, true)) {
                while (scan.next()) {
                    rows.put(
                            new String(scan.key(), StandardCharsets.UTF_8),
                            new String(scan.value(), StandardCharsets.UTF_8));
                }
            }
            assertEquals(expected, rows, "partition " + partition + " at " + nowMs);
            checkTime(engine, partition);
        }
    }

    /** The time goes by all that was read in any life; a tombstone that was removed may have been later. */
    private void checkTime(StateEngine engine, int partition) {
        long latest = RestoredTimes.NONE;
        for (FakeLogs.Entry entry : logs.log(TOPIC, partition).table.values()) {
            latest = entry.value == null ? latest : Math.max(latest, entry.timestamp);
        }
        long restored = RestoredTimes.read(engine, "s", partition);
        assertTrue(
                restored >= latest && restored <= nowMs, restored + " in partition " + partition + ", not " + latest);
    }

    private final class Silent implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

        @Override
        public void onRestoreSuspended(TopicPartition at, String store, long total) {
            mayDawdle = false;
        }

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {}
    }
}
