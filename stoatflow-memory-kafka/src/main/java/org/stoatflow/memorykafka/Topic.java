package org.stoatflow.memorykafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;

/**
 * A topic: its partitions' logs and the configuration it was created with.
 */
final class Topic {
    private static final String MESSAGE_BYTES_MAX_DEFAULT = "1048588";
    private static final Node[] REPLICAS = {new Node(0, "sim", 9092)};

    final String name;
    final Map<String, String> config;
    final int messageBytesMax;
    private final List<PartitionLog> logs = new ArrayList<>();
    private final List<PartitionInfo> infos = new ArrayList<>();
    private boolean isDeleted;

    Topic(String name, int partitions, Map<String, String> config, Journal journal) {
        this.name = name;
        this.config = Map.copyOf(config);
        this.messageBytesMax =
                Integer.parseInt(config.getOrDefault(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, MESSAGE_BYTES_MAX_DEFAULT));
        for (int partition = 0; partition < partitions; partition++) {
            logs.add(new PartitionLog(new TopicPartition(name, partition), this, journal));
            infos.add(new PartitionInfo(name, partition, REPLICAS[0], REPLICAS, REPLICAS));
        }
    }

    /** Whether it is no more; one of the same name is another topic. */
    boolean isDeleted() {
        return isDeleted;
    }

    void delete() {
        isDeleted = true;
    }

    int partitionCount() {
        return logs.size();
    }

    PartitionLog log(int partition) {
        return logs.get(partition);
    }

    List<PartitionLog> logs() {
        return logs;
    }

    List<PartitionInfo> infos() {
        return infos;
    }
}
