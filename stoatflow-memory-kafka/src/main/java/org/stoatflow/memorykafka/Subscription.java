package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;

/**
 * What a consumer subscribes to: topics by name or by pattern, and who hears of the partitions.
 */
record Subscription(Predicate<String> wanted, ConsumerRebalanceListener listener) {
    static Subscription toTopics(Collection<String> topics, ConsumerRebalanceListener listener) {
        return new Subscription(new TreeSet<>(topics)::contains, listener);
    }

    /** The topics that exist and are wanted, by name. */
    List<String> topics(Broker broker) {
        List<String> topics = new ArrayList<>();
        for (String name : broker.topics().keySet()) {
            if (wanted.test(name)) {
                topics.add(name);
            }
        }
        return topics;
    }
}
