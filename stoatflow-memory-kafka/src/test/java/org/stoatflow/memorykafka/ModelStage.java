package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;

/** The model as a stage. */
final class ModelStage implements ConformanceStage {
    private final MemoryKafka kafka = new MemoryKafka(new ClusterClock(1_000), new SplittableRandom(7));
    private final ClusterAdmin admin = kafka.admin("admin");
    private final List<String> observed = new ArrayList<>();

    @Override
    public TopicPartition topic(String name, int partitions, Map<String, String> config) {
        admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(config)));
        return new TopicPartition(name, 0);
    }

    @Override
    public String group(String name) {
        kafka.assignWith(name, GroupAssignment.roundRobin());
        return name;
    }

    @Override
    public Producer<byte[], byte[]> producer(Map<String, Object> config, String transactionalId) {
        Map<String, Object> all = new HashMap<>(config);
        if (!transactionalId.isEmpty()) {
            all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        }
        return kafka.producer(all);
    }

    @Override
    public Consumer<byte[], byte[]> consumer(Map<String, Object> config, String group) {
        Map<String, Object> all = new HashMap<>(config);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        return kafka.consumer(all);
    }

    @Override
    public void deleteTopic(TopicPartition partition) {
        kafka.disruptions().deleteTopic(partition.topic());
    }

    @Override
    public void deleteBefore(TopicPartition partition, long offset) {
        admin.deleteRecords(Map.of(partition, offset));
    }

    @Override
    public List<String> observed() {
        return observed;
    }
}
