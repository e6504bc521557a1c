package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.RowRestorer;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.WrittenRows;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.processor.StateStore;

/**
 * Restores of a store that has an index: beside the row of each key, a row whose key is made of the value. A record
 * that overwrites a key leaves the former value's row of the index behind, unless the restorer finds it.
 */
class IndexedRestoreTest {
    private static final String TOPIC = "s-changelog";
    private static final int PARTITIONS = 2;
    private static final int KEYS = 12;
    private static final long NEVER_MS = 1L << 40;
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of()));
    private static final RestoreSettings SETTINGS = new RestoreSettings(
            "test restore",
            1,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofDays(1),
            RestoreMode.AUTO,
            1_000); // bytes of some records

    private final FakeLogs logs = new FakeLogs();
    private final Set<RestoreReason> seen = EnumSet.noneOf(RestoreReason.class);
    private int killed;

    @TempDir
    private Path folder;

    /** The format of key-value stores, with an index: for "key" with "value" the rows "r" key and "i" value "|" key. */
    private record IndexedFormat(StoreFormat plain) implements StoreFormat {
        @Override
        public RowLayout layout() {
            return plain.layout();
        }

        @Override
        public ValueLayout values() {
            return plain.values();
        }

        @Override
        public StateStore view(StoreContext context, RowStore rows, SerdeDefaults defaults) {
            return plain.view(context, rows, defaults);
        }

        @Override
        public void log(int storeId, WrittenRows rows, ChangelogCollector out) {
            plain.log(storeId, rows, out);
        }

        @Override
        public RowRestorer restorer() {
            return (key, value, timestamp, headers, rows) -> {
                byte[] row = bytes("r" + text(key));
                byte[] before = rows.get(row);
                if (before != null) {
                    rows.put(index(before, key), null);
                }
                rows.put(row, value);
                if (value != null) {
                    rows.put(index(value, key), new byte[0]);
                }
            };
        }

        private static byte[] index(byte[] value, byte[] key) {
            return bytes("i" + text(value) + "|" + text(key));
        }
    }

    @Test
    void shouldHaveTheIndexOfTheLastValuesInMemory() {
        for (long seed : new Random(42).longs(100).toArray()) {
            FakeLogs ofSeed = new FakeLogs();
            MemoryDisk disk = new MemoryDisk();
            live(new Random(seed), ofSeed, 20, () -> StateEngines.inMemory(disk, List.of(STORE)));
        }
        requireKillsAndTails();
    }

    @Test
    void shouldHaveTheIndexOfTheLastValuesOnDisk() {
        live(new Random(43), logs, 25, () -> StateEngines.openRocks(folder, List.of(STORE), RocksSettings.defaults()));
        requireKillsAndTails();
    }

    private void requireKillsAndTails() {
        assertTrue(killed > 0, "killed between two batches");
        assertTrue(seen.contains(RestoreReason.TAIL) && seen.stream().anyMatch(RestoreReason::isFull), "seen: " + seen);
    }

    /** Processes that write to the log, restore, and die before some step, or get to the end and are checked. */
    private void live(Random random, FakeLogs of, int lives, Supplier<StateEngine> opened) {
        for (int life = 0; life < lives; life++) {
            write(random, of);
            try (StateEngine engine = opened.get()) {
                restore(random, of, engine);
            }
        }
    }

    private static void write(Random random, FakeLogs of) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            FakeLogs.Log log = of.log(TOPIC, partition);
            int count = random.nextInt(25);
            for (int i = 0; i < count; i++) {
                String value = random.nextInt(4) == 0 ? null : "v" + random.nextInt(5);
                log.append("k" + random.nextInt(KEYS), value, i);
            }
            if (random.nextInt(3) == 0) {
                log.clean(0, NEVER_MS);
            }
        }
    }

    private void restore(Random random, FakeLogs of, StateEngine engine) {
        StoreChangelog changelog = new StoreChangelog(
                "s", engine.storeId("s"), TOPIC, List.of(0, 1), NEVER_MS, new IndexedFormat(StoreFormats.of(STORE)));
        List<RestoreTask> tasks = RestorePlanner.plan(List.of(changelog), engine::changelogPosition, of.ranges(), 0);
        tasks.forEach(task -> seen.add(task.reason()));
        int steps = random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(5);
        boolean more = true;
        try (ChangelogRestorer restorer = new ChangelogRestorer(
                tasks,
                engine,
                of.consumer(1 + random.nextInt(6)),
                SETTINGS,
                new Silent(),
                new RestoreProgress(tasks))) {
            while (more && steps-- > 0) {
                more = restorer.step(0);
            }
        }
        if (more) {
            killed++;
        } else {
            requireRowsOfTheLog(of, engine);
        }
    }

    private static void requireRowsOfTheLog(FakeLogs of, StateEngine engine) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            Set<String> expected = new TreeSet<>();
            of.log(TOPIC, partition).table.forEach((key, entry) -> {
                if (entry.value != null) {
                    expected.add("r" + key + "=" + entry.value);
                    expected.add("i" + entry.value + "|" + key + "=");
                }
            });
            Set<String> rows = new TreeSet<>();
            try (CommittedScan scan = engine.scan(engine.storeId("s"), partition, null, null, true)) {
                while (scan.next()) {
                    rows.add(text(scan.key()) + "=" + text(scan.value()));
                }
            }
            assertEquals(expected, rows, "partition " + partition);
        }
    }

    /** Rows of other partitions and of the batch's past count as little as those that a range delete has removed. */
    @Test
    void shouldReadWhatTheBatchHasAndElseWhatIsCommitted() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            StateBatch before = new StateBatch(0);
            for (String key : List.of("a", "b", "c", "d")) {
                before.put(0, 1, bytes(key), bytes("old"));
            }
            engine.apply(before);
            StateBatch batch = new StateBatch(1);
            batch.put(0, 0, bytes("a"), bytes("of another partition"));
            batch.put(0, 1, bytes("b"), bytes("new"));
            BatchRows rows = new BatchRows(batch, engine, 0, 1);

            assertArrayEquals(bytes("old"), rows.get(bytes("a")));
            assertArrayEquals(bytes("new"), rows.get(bytes("b")));
            rows.put(bytes("a"), null);
            assertNull(rows.get(bytes("a")));
            rows.deleteRange(bytes("b"), bytes("d"));
            assertNull(rows.get(bytes("b")));
            assertNull(rows.get(bytes("c")));
            assertArrayEquals(bytes("old"), rows.get(bytes("d")));
            rows.put(bytes("c"), bytes("after"));
            assertArrayEquals(bytes("after"), rows.get(bytes("c")));
            rows.deleteRange(null, null);
            assertNull(rows.get(bytes("c")));
            assertNull(rows.get(bytes("d")));

            engine.apply(batch);
            assertNull(engine.get(0, 1, bytes("c")));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
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
