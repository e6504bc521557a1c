package org.stoatflow.runtime.it;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Topic;

/** Feeds {@link Regrouped}, and knows what it has to write: for each topic and key, the values in their order. */
final class LeftoverFeed implements AutoCloseable {
    private static final int KEYS = 5;
    private static final int LEFT_ROWS = 71;
    private static final int LATE_ROW = 40;

    private final LeftoverTopics at;
    private final Feed feed = new Feed();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final Map<String, String> users = new LinkedHashMap<>();
    private final Map<String, List<String>> expected = new LinkedHashMap<>();
    private long timeMs = System.currentTimeMillis();
    private int fed;

    LeftoverFeed(LeftoverTopics at) {
        this.at = at;
    }

    /** Rows that the others are joined with. */
    void rows() {
        for (int i = 0; i < KEYS; i++) {
            users.put("u" + i, "U" + i);
            send(at.users(), "u" + i, "U" + i);
            send(at.right(), "r" + i, "R" + i);
        }
        feed.flush();
    }

    /** The row of the right table to which one of the left rows refers. */
    void lateRightRow() {
        send(at.right(), "r9", "R9");
        feed.flush();
    }

    /** So many words, clicks and left rows. */
    void batch(int records) {
        for (int i = 0; i < records; i++) {
            one(fed++);
        }
        feed.flush();
    }

    /**
     * So many words, clicks and left rows, and a row of the users' table among them that is not sent yet.
     *
     * @return sends the row
     */
    Runnable batchWithLateUser(int records) {
        batch(records / 2);
        long rowMs = timeMs++;
        String row = "U1 at " + fed;
        users.put("u1", row);
        batch(records - records / 2);
        return () -> {
            feed.send(new ProducerRecord<>(at.users(), 0, rowMs, "u1", row));
            feed.flush();
        };
    }

    private void one(int number) {
        String word = "w" + number % KEYS;
        send(at.words(), "k" + number, word);
        expect(at.counted(), word, Integer.toString(counts.merge(word, 1, Integer::sum)));
        String user = "u" + number % KEYS;
        String click = user + ":" + number;
        send(at.clicks(), "k" + number, click);
        expect(at.joined(), user, click + "/" + users.get(user));
        left(number % LEFT_ROWS, number);
    }

    /** A left row. The rows of a key are so far apart that none is there before the one before it is joined. */
    private void left(int row, int number) {
        String right = row == LATE_ROW ? "r9" : "r" + row % KEYS;
        String value = right + ":" + number;
        send(at.left(), "l" + row, value);
        expect(at.pairs(), "l" + row, value + "/" + right.toUpperCase(Locale.ROOT));
    }

    private void expect(String topic, String key, String value) {
        expected.computeIfAbsent(topic + " " + key, first -> new ArrayList<>()).add(value);
    }

    private void send(String topic, String key, String value) {
        feed.send(new ProducerRecord<>(topic, 0, timeMs++, key, value));
    }

    /** Waits until as many records were written as there are to be, or more. */
    void awaitAll() {
        for (String topic : List.of(at.counted(), at.joined(), at.pairs())) {
            long wanted = expected.entrySet().stream()
                    .filter(key -> key.getKey().startsWith(topic + " "))
                    .mapToLong(key -> key.getValue().size())
                    .sum();
            Eventually.await(
                    () -> Topic.ends(List.of(new TopicPartition(topic, 0))).get(new TopicPartition(topic, 0)) >= wanted
                            && Topic.count(topic) >= wanted,
                    () -> wanted + " records in " + topic + ", not " + Topic.count(topic));
        }
    }

    Map<String, List<String>> expected() {
        return expected;
    }

    /** What was written: for each topic and key, the values in their order. */
    Map<String, List<String>> written() {
        Map<String, List<String>> written = new LinkedHashMap<>();
        for (String topic : List.of(at.counted(), at.joined(), at.pairs())) {
            Topic.readStrings(topic)
                    .forEach(record -> written.computeIfAbsent(topic + " " + record.key(), first -> new ArrayList<>())
                            .add(record.value()));
        }
        return written;
    }

    @Override
    public void close() {
        feed.close();
    }
}
