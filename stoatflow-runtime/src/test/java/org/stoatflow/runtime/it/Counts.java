package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.runtime.testkit.Topic;

/** The counts that a word count must have written. */
final class Counts {
    private Counts() {}

    /** All committed counts of a topic. */
    static List<ConsumerRecord<String, Long>> read(String topic) {
        return Topic.read(topic, new StringDeserializer(), new LongDeserializer());
    }

    /** Number of occurrences over all words. */
    static long occurrences(Map<String, Long> fed) {
        return fed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Each word's counts are 1, 2, 3 to the number fed, in order, without repeat or gap. */
    static void requireExact(Map<String, Long> fed, List<ConsumerRecord<String, Long>> seen) {
        Map<String, Long> reached = new HashMap<>();
        for (ConsumerRecord<String, Long> count : seen) {
            long before = reached.getOrDefault(count.key(), 0L);
            assertEquals(
                    before + 1,
                    count.value(),
                    () -> "count of " + count.key() + " after " + before + ", at " + place(count));
            reached.put(count.key(), count.value());
        }
        assertEquals("", difference(fed, reached));
    }

    /** Each word's last count is not below what was fed; no count is skipped on the way up. */
    static void requireNothingLost(Map<String, Long> fed, List<ConsumerRecord<String, Long>> seen) {
        Map<String, Long> highest = new HashMap<>();
        for (ConsumerRecord<String, Long> count : seen) {
            long before = highest.getOrDefault(count.key(), 0L);
            if (count.value() > before + 1) {
                throw new AssertionError("count of " + count.key() + " skips from " + before + " at " + place(count));
            }
            highest.put(count.key(), Math.max(before, count.value()));
        }
        fed.forEach((word, times) -> {
            if (highest.getOrDefault(word, 0L) < times) {
                throw new AssertionError("count of " + word + " is " + highest.get(word) + ", fed " + times);
            }
        });
        assertEquals(fed.keySet(), highest.keySet());
    }

    private static String difference(Map<String, Long> fed, Map<String, Long> reached) {
        Set<String> words = new TreeSet<>(fed.keySet());
        words.addAll(reached.keySet());
        return words.stream()
                .filter(word -> !Objects.equals(fed.get(word), reached.get(word)))
                .map(word -> word + ": fed " + fed.get(word) + ", counted " + reached.get(word))
                .collect(Collectors.joining("; "));
    }

    private static String place(ConsumerRecord<String, Long> record) {
        return "partition " + record.partition() + ", offset " + record.offset() + ", value " + record.value();
    }
}
