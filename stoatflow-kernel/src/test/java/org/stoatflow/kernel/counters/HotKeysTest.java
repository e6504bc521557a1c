package org.stoatflow.kernel.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.testkit.NoOpEpochListener;

class HotKeysTest {
    private static final int ENTRY = 0;

    private final HotKeys hotKeys = new HotKeys();
    private final Random random = new Random(7);
    private final Epoch epoch =
            Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
    private long nowNs;

    @Test
    void shouldFindTheKeysThatManyRecordsHave() {
        for (int record = 0; record < 200_000; record += 100) {
            sample(100, () -> {
                int dice = random.nextInt(100);
                return dice < 30 ? "hot" : dice < 45 ? "warm" : "cold-" + random.nextInt(100_000);
            });
        }
        HotKeys.Sample taken = hotKeys.take(nowNs);
        assertEquals(30, percentOf("hot", taken), 3);
        assertEquals(15, percentOf("warm", taken), 3);
        assertTrue(
                taken.keys().stream()
                        .filter(counted -> text(counted).startsWith("cold"))
                        .allMatch(counted -> counted.samples() * 100 < taken.samples()),
                "a key that few records have looks hot: " + taken);
    }

    @Test
    void shouldSampleOneOfSoManyRecordsWhateverTheSizeOfBatches() {
        for (int size : List.of(1, 7, 128)) {
            HotKeys fresh = new HotKeys();
            int records = 0;
            while (records < 64_000) {
                fresh.sample(batch(size, () -> "key"), nowNs);
                records += size;
            }
            assertEquals(
                    records / HotKeys.SAMPLED_ONE_IN,
                    fresh.take(nowNs).samples(),
                    records / HotKeys.SAMPLED_ONE_IN / 10.0,
                    "batches of " + size);
        }
    }

    @Test
    void shouldSampleRecordsThatComeInTurnsAlike() {
        int[] turn = new int[1];
        for (int record = 0; record < 64_000; record += 64) {
            sample(64, () -> "turn-" + turn[0]++ % 16);
        }
        HotKeys.Sample taken = hotKeys.take(nowNs);
        for (int key = 0; key < 16; key++) {
            assertEquals(100 / 16.0, percentOf("turn-" + key, taken), 2);
        }
    }

    @Test
    void shouldForgetWhatWasHot() {
        for (int record = 0; record < 10_000; record += 100) {
            sample(100, () -> "old");
        }
        assertEquals(100, percentOf("old", hotKeys.take(nowNs)), 0.1);
        nowNs += 4 * HotKeys.HALF_LIFE_NS;
        for (int record = 0; record < 10_000; record += 100) {
            sample(100, () -> "new");
        }
        HotKeys.Sample taken = hotKeys.take(nowNs);
        assertEquals(100 / 17.0, percentOf("old", taken), 1);
        assertEquals(1600 / 17.0, percentOf("new", taken), 1);
        assertEquals(0, hotKeys.take(nowNs + 100 * HotKeys.HALF_LIFE_NS).samples(), "an idle lane has none");
    }

    @Test
    void shouldCountRecordsWithoutKeyAsNoKeys() {
        for (int record = 0; record < 10_000; record += 100) {
            sample(100, () -> random.nextBoolean() ? null : "key");
        }
        HotKeys.Sample taken = hotKeys.take(nowNs);
        assertEquals(1, taken.keys().size());
        assertEquals(50, percentOf("key", taken), 6);
    }

    /** Whoever may write to a topic may send keys of any size, and no bound of memory knows of these. */
    @Test
    void shouldKeepTheBeginningOfALongKeyAndNoKeyThatIsRareByNow() {
        String common = "k".repeat(900_000);
        for (int record = 0; record < 1_000; record += 10) {
            sample(10, () -> random.nextBoolean() ? common + "a" : common + "b");
        }
        HotKeys.Sample taken = hotKeys.take(nowNs);
        assertEquals(2, taken.keys().size(), "two keys of one beginning and length");
        for (HotKeys.Counted counted : taken.keys()) {
            assertEquals(SampledKey.KEPT_BYTES_MAX, counted.key().kept().length);
            assertEquals(900_001, counted.key().bytes());
            assertEquals(50, counted.samples() * 100.0 / taken.samples(), 20);
        }
        assertEquals(List.of(), hotKeys.take(nowNs + 100 * HotKeys.HALF_LIFE_NS).keys());
        assertEquals(0, hotKeys.kept());
    }

    @Test
    void shouldHoldAFewKilobytesBehindManyLongKeys() {
        String common = "k".repeat(900_000);
        int[] number = new int[1];
        for (int record = 0; record < 200; record += 10) {
            sample(10, () -> number[0]++ + common);
        }
        List<HotKeys.Counted> keys = hotKeys.take(nowNs).keys();
        long held = keys.stream().mapToLong(key -> key.key().kept().length).sum();
        assertTrue(held > 0 && held <= HotKeys.KEYS_MAX * SampledKey.KEPT_BYTES_MAX, "bytes held: " + held);
        assertTrue(hotKeys.kept() <= HotKeys.KEYS_MAX);
    }

    private void sample(int size, Supplier<String> keys) {
        hotKeys.sample(batch(size, keys), nowNs);
    }

    private SourceBatch batch(int size, Supplier<String> keys) {
        SourceBatch batch = new SourceBatch(epoch, ENTRY);
        for (int i = 0; i < size; i++) {
            String key = keys.get();
            batch.add(
                    new ConsumerRecord<>("in", 0, i, key == null ? null : key.getBytes(StandardCharsets.UTF_8), null));
        }
        return batch;
    }

    private static double percentOf(String key, HotKeys.Sample taken) {
        return taken.keys().stream()
                        .filter(counted -> text(counted).equals(key))
                        .max(Comparator.comparingLong(HotKeys.Counted::samples))
                        .map(HotKeys.Counted::samples)
                        .orElse(0L)
                * 100.0
                / taken.samples();
    }

    private static String text(HotKeys.Counted counted) {
        return new String(counted.key().kept(), StandardCharsets.UTF_8);
    }
}
