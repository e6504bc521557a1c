package org.stoatflow.tools.reset;

import java.util.Comparator;
import org.apache.kafka.common.TopicPartition;

/** How partitions are listed. */
final class Partitions {
    static final Comparator<TopicPartition> ORDER =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    private Partitions() {}

    static String words(TopicPartition partition) {
        return "topic " + partition.topic() + " partition " + partition.partition();
    }
}
