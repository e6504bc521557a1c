package org.stoatflow.localkafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreeBrokersIT {
    @Test
    void shouldServeWithoutOneOfThem() throws Exception {
        LocalKafkaOptions options = LocalKafkaOptions.defaults()
                .withBrokers(3)
                .withJvmArgs(LocalKafka.QUICK_JVM_ARGS)
                .withBrokerProperties(Map.of("broker.session.timeout.ms", "4000"));
        try (LocalKafka kafka = LocalKafka.start(options)) {
            kafka.createTopic("replicated", 1);
            assertEquals(3, replicas(kafka));
            Clients.write(kafka.bootstrapServers(), "replicated", 0, 10);
            kafka.kill(leader(kafka));
            Clients.write(kafka.bootstrapServers(), "replicated", 10, 20);
            assertEquals(Clients.numbers(0, 20), Clients.read(kafka.bootstrapServers(), "replicated", 20));
        }
    }

    private static int replicas(LocalKafka kafka) throws Exception {
        return kafka.admin()
                .describeTopics(List.of("replicated"))
                .allTopicNames()
                .get()
                .get("replicated")
                .partitions()
                .getFirst()
                .replicas()
                .size();
    }

    private static int leader(LocalKafka kafka) throws Exception {
        return kafka.admin()
                .describeTopics(List.of("replicated"))
                .allTopicNames()
                .get()
                .get("replicated")
                .partitions()
                .getFirst()
                .leader()
                .id();
    }
}
