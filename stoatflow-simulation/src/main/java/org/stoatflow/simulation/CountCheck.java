package org.stoatflow.simulation;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Compares the counts of each key in the output with how often the key occurs in the committed input. */
final class CountCheck {
    private final boolean exactlyOnce;
    private final boolean mayFallBack;
    private final boolean cached;
    private final boolean late;
    private final Map<String, Count> counts = new HashMap<>();
    private final Set<Count> touched = new LinkedHashSet<>();

    /** The counts of one key. */
    private static final class Count {
        private final String key;
        private long expected;
        private long lost;
        private long seen;

        Count(String key) {
            this.key = key;
        }
    }

    /**
     * @param mayFallBack whether counts may fall: at-least-once with a second process, whose late changelog records
     *     undo newer ones
     * @param cached whether a cache may leave counts out
     * @param late whether input may be committed before it is counted, as the count that counts it comes from input
     *     that is not committed yet
     */
    CountCheck(boolean exactlyOnce, boolean mayFallBack, boolean cached, boolean late) {
        this.exactlyOnce = exactlyOnce;
        this.mayFallBack = mayFallBack;
        this.cached = cached;
        this.late = late;
    }

    /** The key occurs once more in the committed input. */
    void onCommitted(String topic, String key) {
        Count count = of(topic, key);
        count.expected++;
        touched.add(count);
    }

    /** The key occurs once more in input that was lost, and may be counted or not. */
    void onLost(String topic, String key) {
        of(topic, key).lost++;
    }

    void onCount(String key, long value, ConsumerRecord<byte[], byte[]> record) {
        Count count = of(record.topic(), key);
        requireOrder(count, value, record, cached);
        count.seen = Math.max(count.seen, value);
        touched.add(count);
    }

    /** Takes a count of a punctuator. The input does not say how many there must be. */
    void onTick(String key, long value, ConsumerRecord<byte[], byte[]> record) {
        Count count = of(record.topic(), key);
        requireOrder(count, value, record, false);
        count.seen = Math.max(count.seen, value);
    }

    /** Checks all keys with news since the last call. */
    void require() {
        touched.forEach(this::require);
        touched.clear();
    }

    /** The final count of each key of a topic. */
    Map<String, Long> expected(String topic) {
        Map<String, Long> expected = new HashMap<>();
        counts.forEach((key, count) -> {
            if (key.startsWith(topic + "/") && count.expected > 0) {
                expected.put(key.substring(topic.length() + 1), count.expected);
            }
        });
        return expected;
    }

    private Count of(String topic, String key) {
        return counts.computeIfAbsent(topic + "/" + key, Count::new);
    }

    private void requireOrder(Count count, long value, ConsumerRecord<byte[], byte[]> record, boolean mayLeaveOut) {
        if (exactlyOnce && (mayLeaveOut ? value <= count.seen : value != count.seen + 1)) {
            throw new Violation(
                    Invariant.ORDER_PER_KEY,
                    "count " + value + " of " + count.key + " follows " + count.seen + ", at " + record.topic() + "-"
                            + record.partition() + " offset " + record.offset());
        }
    }

    /** Whether all committed input is counted. */
    boolean isAllCounted() {
        return counts.values().stream().noneMatch(this::isMissing);
    }

    private boolean isMissing(Count count) {
        return count.seen < count.expected && !mayFallBack || count.seen == 0 && count.expected > 0;
    }

    private void require(Count count) {
        if (!late && isMissing(count)) {
            throw violation(Invariant.COMMITTED_INPUT_HAS_OUTPUT, count);
        }
        if (exactlyOnce && count.seen > count.expected + count.lost) {
            throw violation(Invariant.OUTPUT_HAS_COMMITTED_INPUT, count);
        }
    }

    private static Violation violation(Invariant invariant, Count count) {
        return new Violation(
                invariant,
                count.key + " was counted " + count.seen + " times, and occurs " + count.expected
                        + " times in the committed input");
    }
}
