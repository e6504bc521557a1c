package org.stoatflow.runtime.it;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.stoatflow.runtime.testkit.Eventually;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Topic;

/** Records with values that are all different, so that a lost or doubled record can be seen. One thread. */
final class Numbers {
    private static final int EXPLAINED_MAX = 5;

    private final Feed feed;
    private final List<String> fed = new ArrayList<>();

    Numbers(Feed feed) {
        this.feed = feed;
    }

    /** Feeds to one partition, acknowledged when this returns. */
    void feed(String topic, int partition, int count) {
        for (int i = 0; i < count; i++) {
            String value = "n" + fed.size();
            fed.add(value);
            feed.send(new ProducerRecord<>(topic, partition, "k" + fed.size() % 17, value));
        }
        feed.flush();
    }

    /** Waits until there are as many committed values in the topic as were fed, and requires that they are the same. */
    void awaitExactly(String topic) {
        Eventually.await(
                () -> Topic.count(topic) >= fed.size(),
                () -> fed.size() + " records in " + topic + "; there are " + Topic.count(topic));
        List<String> seen = Topic.readStrings(topic).stream()
                .map(record -> record.value())
                .sorted()
                .toList();
        List<String> expected = fed.stream().sorted().toList();
        if (!seen.equals(expected)) {
            List<String> twice = new ArrayList<>(seen);
            expected.forEach(twice::remove);
            List<String> missing = new ArrayList<>(expected);
            seen.forEach(missing::remove);
            throw new AssertionError("twice: " + some(twice) + ", missing: " + some(missing));
        }
    }

    private static String some(List<String> values) {
        return values.size() + " " + values.stream().limit(EXPLAINED_MAX).collect(Collectors.joining(" "));
    }
}
