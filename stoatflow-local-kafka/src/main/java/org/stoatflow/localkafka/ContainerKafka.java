package org.stoatflow.localkafka;

import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/** The broker of Apache's own image, where Docker runs. Loaded only when asked for: Testcontainers is optional. */
final class ContainerKafka implements AutoCloseable {
    private static final String IMAGE = "apache/kafka:4.4.0";

    private final KafkaContainer container;

    private ContainerKafka(KafkaContainer container) {
        this.container = container;
    }

    static ContainerKafka start() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new LocalKafkaException(
                    TestCluster.PROPERTY + "=testcontainers, but no Docker answers here; start Docker"
                            + " or leave the property out for a local broker");
        }
        KafkaContainer container = new KafkaContainer(IMAGE)
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");
        container.start();
        return new ContainerKafka(container);
    }

    String bootstrapServers() {
        return container.getBootstrapServers();
    }

    @Override
    public void close() {
        container.close();
    }
}
