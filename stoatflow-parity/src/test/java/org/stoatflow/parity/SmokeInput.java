package org.stoatflow.parity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Input of the smoke topology, made from a seed, and what comes of it by plain arithmetic. The numbers of a key are all
 * those of a range, each once and in no order. No record is late.
 */
final class SmokeInput {
    static final int PARTITIONS = 3;

    /** The key of records that only close windows. */
    static final String CLOSER = "flush";

    /** The begin of a window of two days, years ago, and so of one of a day; always the same. */
    private static final long BEGIN_MS = 9_862L * 2 * 86_400_000;

    private static final long STEP_MS = 120;
    private static final long DISORDER_MS = 20_000;
    private static final long SHORT_MS = 2_000;
    private static final long SHORT_STEP_MS = 1_000;
    private static final long CLOSED_MS = 5L * 86_400_000;
    private static final int KEYS = 20;
    private static final int LEFT_OUT = Integer.MAX_VALUE;
    private static final int LEFT_OUT_ONE_IN = 25;

    /** One record of input. */
    record In(String key, int partition, int value, long atMs) {}

    private final List<In> records = new ArrayList<>();

    private SmokeInput() {}

    /** @param about about how many records there are */
    static SmokeInput of(long seed, int about) {
        Random random = new Random(seed);
        SmokeInput input = new SmokeInput();
        List<Map.Entry<String, Integer>> numbers = numbers(random, about / KEYS);
        Collections.shuffle(numbers, random);
        for (int i = 0; i < numbers.size(); i++) {
            String key = numbers.get(i).getKey();
            long atMs = BEGIN_MS + DISORDER_MS + STEP_MS * i - random.nextLong(DISORDER_MS);
            input.records.add(
                    new In(key, KilledInput.partition(key), numbers.get(i).getValue(), atMs));
        }
        return input;
    }

    /** Some keys have as many numbers as others. */
    private static List<Map.Entry<String, Integer>> numbers(Random random, int each) {
        List<Map.Entry<String, Integer>> numbers = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            int count = each + 5 * (random.nextInt(5) - 2);
            int first = 1_000 * random.nextInt(10) - 3_000;
            String name = key + ":" + first + "-" + (first + count - 1);
            for (int number = 0; number < count; number++) {
                numbers.add(Map.entry(name, first + number));
            }
            for (int leftOut = 0; leftOut < count / LEFT_OUT_ONE_IN; leftOut++) {
                numbers.add(Map.entry(name, LEFT_OUT));
            }
        }
        return numbers;
    }

    List<In> records() {
        return records;
    }

    /** For each partition a record so late that all windows have closed. */
    static List<In> closers() {
        List<In> closers = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            closers.add(new In(CLOSER, partition, 0, BEGIN_MS + CLOSED_MS));
        }
        return closers;
    }

    // ---- what comes of it

    /**
     * By topic and key, the values in their order; of a join and of counted counts the last one, since the two sides of
     * a join and the keys of a count come in no order.
     */
    Map<String, List<Object>> results() {
        Map<String, List<Object>> results = new TreeMap<>();
        Map<String, Long> counts = new HashMap<>();
        for (In in : records) {
            add(results, "echo " + in.key(), in.value());
            if (in.value() != LEFT_OUT) {
                addAggregates(results, in);
                counts.merge(in.key(), 1L, Long::sum);
            }
        }
        counts.keySet().forEach(key -> addJoined(results, key));
        addSuppressed(results, "min");
        addSuppressed(results, "sws");
        long most = Collections.max(counts.values());
        for (long count = 1; count <= most; count++) {
            results.put("tagg " + count, List.of((long) Collections.frequency(counts.values(), count)));
        }
        return results;
    }

    private static void addAggregates(Map<String, List<Object>> results, In in) {
        int value = in.value();
        String key = in.key();
        int min = Math.min(value, last(results, "min " + key, value));
        add(results, "min " + key, min);
        add(results, "min-raw " + key + "@" + BEGIN_MS, min);
        add(results, "max " + key, Math.max(value, last(results, "max " + key, value)));
        add(results, "sum " + key, last(results, "sum " + key, 0L) + value);
        add(results, "cnt " + key, last(results, "cnt " + key, 0L) + 1);
        long newest = in.atMs() / SHORT_STEP_MS * SHORT_STEP_MS;
        for (long start = newest; start > in.atMs() - SHORT_MS; start -= SHORT_STEP_MS) {
            String name = "sws-raw " + key + "@" + start;
            add(results, name, last(results, name, 0) + value);
        }
    }

    private static void addJoined(Map<String, List<Object>> results, String key) {
        add(results, "dif " + key, last(results, "max " + key, 0) - last(results, "min " + key, 0));
        add(results, "avg " + key, (double) last(results, "sum " + key, 0L) / last(results, "cnt " + key, 0L));
    }

    private static void addSuppressed(Map<String, List<Object>> results, String operator) {
        Map<String, List<Object>> suppressed = new TreeMap<>();
        results.forEach((name, values) -> {
            if (name.startsWith(operator + "-raw ")) {
                suppressed.put(name.replace("-raw ", "-suppressed "), List.of(values.getLast()));
            }
        });
        results.putAll(suppressed);
    }

    private static void add(Map<String, List<Object>> results, String name, Object value) {
        results.computeIfAbsent(name, none -> new ArrayList<>()).add(value);
    }

    @SuppressWarnings("unchecked")
    private static <T> T last(Map<String, List<Object>> results, String name, T ifNone) {
        return results.containsKey(name) ? (T) results.get(name).getLast() : ifNone;
    }
}
