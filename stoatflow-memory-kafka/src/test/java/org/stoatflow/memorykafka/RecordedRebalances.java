package org.stoatflow.memorykafka;

import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/** Notes how many partitions came and went. */
record RecordedRebalances(List<String> heard) implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        heard.add("revoked " + partitions.size());
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        heard.add("assigned " + partitions.size());
    }
}
