package org.stoatflow.memorykafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * The shorter overloads of a consumer's calls: each passes on what it leaves out.
 */
abstract class TimedConsumerCalls extends UnusedConsumerCalls {
    private static final ConsumerRebalanceListener NOBODY = new ConsumerRebalanceListener() {
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
    };

    private final Duration apiTimeout;

    TimedConsumerCalls(Duration apiTimeout) {
        this.apiTimeout = apiTimeout;
    }

    @Override
    public void subscribe(Collection<String> topics) {
        subscribe(topics, NOBODY);
    }

    @Override
    public void subscribe(Pattern pattern) {
        subscribe(pattern, NOBODY);
    }

    @Override
    public void commitSync() {
        commitSync(apiTimeout);
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        commitSync(offsets, apiTimeout);
    }

    @Override
    public long position(TopicPartition partition) {
        return position(partition, apiTimeout);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        return committed(partitions, apiTimeout);
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        return partitionsFor(topic, apiTimeout);
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics() {
        return listTopics(apiTimeout);
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
        return offsetsForTimes(times, apiTimeout);
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        return beginningOffsets(partitions, apiTimeout);
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        return endOffsets(partitions, apiTimeout);
    }

    @Override
    @SuppressWarnings("deprecation")
    public void close(Duration timeout) {
        close();
    }

    @Override
    public void close(CloseOptions options) {
        close();
    }
}
