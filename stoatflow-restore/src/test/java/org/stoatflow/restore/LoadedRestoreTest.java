package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.rocks.LeftStores;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateRestoreListener;

/** Long logs, restored into a database on disk: as files, by batches, and cut off between. */
class LoadedRestoreTest {
    private static final String TOPIC = "s-changelog";
    private static final int LONG_LOG = 30_000;
    private static final int SHORT_LOG = 50;
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of()));

    @TempDir
    Path folder;

    private final FakeLogs logs = new FakeLogs();
    private final List<String> calls = new ArrayList<>();

    @BeforeEach
    void fill() {
        Random random = new Random(3);
        for (int partition = 0; partition < 4; partition++) {
            FakeLogs.Log log = logs.log(TOPIC, partition);
            for (int i = partition % 2 == 0 ? LONG_LOG : SHORT_LOG; i > 0; i--) {
                String value = "v".repeat(100) + random.nextInt();
                log.append("k" + random.nextInt(20_000), random.nextInt(10) == 0 ? null : value, i);
            }
            log.marker();
        }
    }

    private static RestoreSettings settings(RestoreMode mode, long bufferBytes) {
        return new RestoreSettings(
                "test restore", 1, Duration.ZERO, Duration.ofSeconds(1), Duration.ofDays(1), mode, bufferBytes);
    }

    private ChangelogRestorer restorer(StateEngine engine, FakeLogs.LogConsumer consumer, RestoreSettings settings) {
        StoreChangelog changelog = new StoreChangelog(
                "s", engine.storeId("s"), TOPIC, List.of(0, 1, 2, 3), Long.MAX_VALUE, StoreFormats.of(STORE));
        List<RestoreTask> tasks =
                RestorePlanner.plan(List.of(changelog), engine::changelogPosition, logs.ranges(), 1_000);
        return new ChangelogRestorer(tasks, engine, consumer, settings, new Listener(), new RestoreProgress(tasks));
    }

    private StateEngine open() {
        return StateEngines.openRocks(folder, List.of(STORE), RocksSettings.defaults());
    }

    private void requireRowsOfTheLogs(StateEngine engine) {
        for (int partition = 0; partition < 4; partition++) {
            Map<String, String> expected = new TreeMap<>();
            logs.log(TOPIC, partition).table.forEach((key, entry) -> {
                if (entry.value != null) {
                    expected.put(key, entry.value);
                }
            });
            Map<String, String> rows = new TreeMap<>();
            try (CommittedScan scan = engine.scan(0, partition, null, null, true)) {
                while (scan.next()) {
                    rows.put(text(scan.key()), text(scan.value()));
                }
            }
            assertEquals(expected, rows, "partition " + partition);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"AUTO, 8000000", "AUTO, 500000", "WRITE_BATCH, 8000000", "SST, 8000000", "SST, 300000"})
    void shouldRestoreTheRowsOfTheLogs(RestoreMode mode, long bufferBytes) {
        try (StateEngine engine = open();
                ChangelogRestorer restorer = restorer(engine, logs.consumer(500), settings(mode, bufferBytes))) {
            while (restorer.step(2_000)) {
                // until all is restored
            }
            requireRowsOfTheLogs(engine);
        }
        try (StateEngine engine = open()) {
            requireRowsOfTheLogs(engine);
        }
    }

    /** A life ends after some steps, in order or not; the next goes on, and reads no more than was not written. */
    @ParameterizedTest
    @EnumSource(RestoreMode.class)
    void shouldGoOnWhereItWasCutOff(RestoreMode mode) {
        Random random = new Random(5);
        boolean more = true;
        for (int life = 0; more; life++) {
            assertTrue(life < 100, "it gets to its end");
            try (StateEngine engine = open();
                    ChangelogRestorer restorer = restorer(engine, logs.consumer(500), settings(mode, 1_000_000))) {
                for (int step = 20 + random.nextInt(40); more && step > 0; step--) {
                    more = restorer.step(2_000);
                }
                if (random.nextBoolean()) {
                    restorer.settle(2_000);
                }
                if (!more) {
                    requireRowsOfTheLogs(engine);
                }
            }
        }
    }

    /**
     * A process is killed between the first file of a rebuild and its position, and the changelog is deleted and
     * created anew: the rows are not taken for those of a store without a changelog, which would stay.
     */
    @Test
    void shouldEmptyWhatWasCutOffBeforeItHadAPosition() {
        try (StateEngine engine = open();
                ChangelogRestorer restorer =
                        restorer(engine, logs.consumer(500), settings(RestoreMode.AUTO, 8_000_000))) {
            restorer.step(2_000);
            StateBatch file = new StateBatch(2_000);
            file.pack(0, 0, new RowBuffers());
            file.put(0, 0, new byte[] {1}, new byte[] {1});
            file.load(StateBatch.Loading.AS_FILE);
            engine.apply(file); // without the position, as the kill leaves it
        }
        LeftStores left = StateEngines.left(folder, List.of(STORE), RocksSettings.defaults(), RocksTuning.NONE);
        assertFalse(left.hasUnlogged("s"));
        FakeLogs anew = new FakeLogs();
        for (int partition = 0; partition < 4; partition++) {
            anew.log(TOPIC, partition);
        }
        try (StateEngine engine = open()) {
            StoreChangelog changelog =
                    new StoreChangelog("s", 0, TOPIC, List.of(0), Long.MAX_VALUE, StoreFormats.of(STORE));
            List<RestoreTask> tasks =
                    RestorePlanner.plan(List.of(changelog), engine::changelogPosition, anew.ranges(), 3_000);
            assertEquals(
                    List.of(RestoreReason.FULL_CUT_OFF),
                    tasks.stream().map(RestoreTask::reason).toList());
            try (ChangelogRestorer restorer = new ChangelogRestorer(
                    tasks,
                    engine,
                    anew.consumer(500),
                    settings(RestoreMode.AUTO, 8_000_000),
                    new Listener(),
                    new RestoreProgress(tasks))) {
                assertFalse(restorer.step(3_000));
            }
            assertNull(engine.get(0, 0, new byte[] {1}));
            assertEquals(new ChangelogPosition(0, 3_000), engine.changelogPosition(0, 0));
        }
    }

    @Test
    void shouldReadALongLogAloneUntilItIsNearItsEnd() {
        try (StateEngine engine = open();
                ChangelogRestorer restorer =
                        restorer(engine, logs.consumer(500), settings(RestoreMode.AUTO, 8_000_000))) {
            restorer.step(2_000);
            assertEquals(List.of("start 0"), calls);
            while (calls.size() == 1) {
                restorer.step(2_000);
            }
            assertEquals(List.of("start 0", "start 1", "start 2"), calls, "the short one, and the next long one");
            assertTrue(engine.changelogPosition(0, 0).isBegunOnly(), "in memory until its end");
            while (!calls.contains("end 0")) {
                restorer.step(2_000);
            }
            assertEquals(new ChangelogPosition(LONG_LOG + 1, 1_000), engine.changelogPosition(0, 0));
        }
    }

    /** A step that writes much may take seconds on a busy machine. */
    @Test
    void shouldNotTakeItsOwnWritingForSilenceOfTheLog() {
        try (StateEngine engine = open();
                ChangelogRestorer restorer =
                        restorer(engine, logs.consumer(500), settings(RestoreMode.AUTO, 8_000_000))) {
            long nowMs = 2_000;
            restorer.step(nowMs);
            while (calls.size() == 1) {
                nowMs += 5_000;
                restorer.step(nowMs);
            }
            assertEquals(List.of("start 0", "start 1", "start 2"), calls, "as the long one is nearly at its end");
            assertTrue(engine.changelogPosition(0, 0).isBegunOnly(), "in memory until its end");
        }
    }

    @Test
    void shouldReadTheNextLogWhereOneGivesNothing() {
        FakeLogs.LogConsumer consumer = logs.consumer(500);
        try (StateEngine engine = open();
                ChangelogRestorer restorer = restorer(engine, consumer, settings(RestoreMode.AUTO, 8_000_000))) {
            restorer.step(2_000);
            restorer.step(2_000);
            consumer.stalled = true;
            restorer.step(2_100);
            assertEquals(List.of("start 0"), calls);
            restorer.step(3_100);
            assertTrue(calls.contains("start 1"), calls::toString);
            restorer.step(3_200);
            restorer.step(4_300);
            assertEquals(500, engine.changelogPosition(0, 0).nextOffset(), "what was read is written meanwhile");
        }
    }

    private final class Listener implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {
            calls.add("start " + at.partition());
        }

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {
            calls.add("end " + at.partition());
        }
    }
}
