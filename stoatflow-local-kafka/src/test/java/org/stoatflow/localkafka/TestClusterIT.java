package org.stoatflow.localkafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

class TestClusterIT {
    private final TestCluster cluster = TestCluster.shared();
    private final String topic = cluster.uniqueName("topic");

    @Test
    void shouldGiveBackWhatWasWritten() {
        cluster.createTopic(topic, 1);
        Clients.write(cluster.bootstrapServers(), topic, 0, 100);
        assertEquals(Clients.numbers(0, 100), Clients.read(cluster.bootstrapServers(), topic, 100));
    }

    @Test
    void shouldCreateATopicWithItsSettings() throws Exception {
        cluster.createTopic(topic, 3, Map.of("cleanup.policy", "compact"));
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        assertEquals(
                "compact",
                cluster.admin()
                        .describeConfigs(List.of(resource))
                        .all()
                        .get()
                        .get(resource)
                        .get("cleanup.policy")
                        .value());
    }

    @Test
    void shouldShowCommittedTransactionsOnly() {
        cluster.createTopic(topic, 1);
        Map<String, Object> transactional = Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic);
        try (KafkaProducer<String, String> producer = Clients.producer(cluster.bootstrapServers(), transactional)) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "aborted"));
            producer.flush();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, "committed"));
            producer.commitTransaction();
        }
        assertEquals(List.of("committed"), Clients.read(cluster.bootstrapServers(), topic, 1));
    }

    @Test
    void shouldDeleteTheTopicsOfThisProcessAlone() throws Exception {
        String changelog = topic + "-store-changelog";
        String anothers = "another-0k3jd84hf-" + (ProcessHandle.current().pid() + 1) + "-1";
        List.of(topic, changelog, anothers).forEach(name -> cluster.createTopic(name, 1));
        TestCluster.deleteTopics();
        Set<String> left = cluster.admin().listTopics().names().get();
        assertTrue(left.contains(anothers), left::toString);
        assertFalse(left.contains(topic) || left.contains(changelog), left::toString);
    }

    @Test
    void shouldHaveTransactionsOfTheSecondVersion() throws Exception {
        short level = cluster.admin()
                .describeFeatures()
                .featureMetadata()
                .get()
                .finalizedFeatures()
                .get("transaction.version")
                .maxVersionLevel();
        assertEquals(2, level);
    }

    @Test
    void shouldUseARunningCluster() throws Exception {
        TestCluster same = TestCluster.open(cluster.bootstrapServers());
        same.createTopic(topic, 1);
        same.close();
        Clients.write(cluster.bootstrapServers(), topic, 0, 1);
    }

    @Test
    void shouldRefuseAnUnknownChoice() {
        LocalKafkaException refusal = assertThrows(LocalKafkaException.class, () -> TestCluster.open("remote"));
        assertTrue(refusal.getMessage().contains("stoatflow.test.kafka=remote must be"), refusal.getMessage());
    }
}
