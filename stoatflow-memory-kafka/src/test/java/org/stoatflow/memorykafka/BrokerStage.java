package org.stoatflow.memorykafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.stoatflow.localkafka.TestCluster;

/** A real broker as a stage. */
final class BrokerStage implements ConformanceStage, AutoCloseable {
    private final TestCluster cluster = TestCluster.shared();
    private final String run = cluster.uniqueName("conformance");
    private final List<String> observed = new ArrayList<>();
    private final List<AutoCloseable> clients = new ArrayList<>();

    @Override
    public TopicPartition topic(String name, int partitions, Map<String, String> config) {
        String unique = run + "-" + name;
        cluster.createTopic(unique, partitions, config);
        return new TopicPartition(unique, 0);
    }

    @Override
    public String group(String name) {
        return run + "-" + name;
    }

    @Override
    public Producer<byte[], byte[]> producer(Map<String, Object> config, String transactionalId) {
        Map<String, Object> all = new HashMap<>(config);
        all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        if (!transactionalId.isEmpty()) {
            all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, run + "-" + transactionalId);
        }
        Producer<byte[], byte[]> producer =
                new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
        clients.add(() -> producer.close(Duration.ZERO));
        return producer;
    }

    @Override
    public Consumer<byte[], byte[]> consumer(Map<String, Object> config, String group) {
        Map<String, Object> all = new HashMap<>(config);
        all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        clients.add(consumer);
        return consumer;
    }

    @Override
    public void deleteTopic(TopicPartition partition) {
        try {
            cluster.admin().deleteTopics(List.of(partition.topic())).all().get();
        } catch (ExecutionException | InterruptedException failure) {
            throw new IllegalStateException("deleteTopics failed, partition=" + partition, failure);
        }
    }

    @Override
    public void deleteBefore(TopicPartition partition, long offset) {
        try {
            cluster.admin()
                    .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        } catch (ExecutionException | InterruptedException failure) {
            throw new IllegalStateException("deleteRecords failed, partition=" + partition, failure);
        }
    }

    @Override
    public List<String> observed() {
        return observed;
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable client : clients) {
            client.close();
        }
    }
}
