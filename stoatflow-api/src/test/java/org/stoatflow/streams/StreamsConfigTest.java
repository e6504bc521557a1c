package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/** Configuration: what Kafka Streams does with the same keys and values, and our own keys. */
class StreamsConfigTest {
    private static Map<String, Object> minimal(Object... more) {
        Map<String, Object> props = new HashMap<>();
        props.put("application.id", "app");
        props.put("bootstrap.servers", "localhost:9092");
        for (int i = 0; i < more.length; i += 2) {
            props.put((String) more[i], more[i + 1]);
        }
        return props;
    }

    @Test
    void shouldTakeTheSizeOfCachesByItsOldKeyWhereTheNewOneIsNotSet() {
        String old = "cache.max.bytes.buffering";
        String key = StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG;
        assertEquals(7L, new StreamsConfig(minimal(old, "7")).getLong(key));
        Map<String, Object> both = minimal(old, 7);
        both.put(key, 8);
        assertEquals(8L, new StreamsConfig(both).getLong(key));
    }

    @Test
    void shouldServeOrNameEveryKeyOfKafkaStreams() {
        Set<String> theirs =
                new TreeSet<>(org.apache.kafka.streams.StreamsConfig.configDef().names());
        theirs.removeAll(StreamsConfig.configDef().names());
        theirs.removeAll(UnservedKeys.names());
        assertEquals(Set.of(), theirs);
    }

    @Test
    void shouldConfigureClientsAsKafkaStreamsDoes() {
        compareClients(minimal());
        compareClients(minimal("processing.guarantee", "exactly_once_v2"));
        compareClients(minimal(
                "consumer.max.poll.records", "7",
                "main.consumer.max.poll.records", "8",
                "restore.consumer.fetch.max.bytes", 9,
                "producer.linger.ms", "3",
                "admin.retries", "5",
                "request.timeout.ms", 12345,
                "custom.key", "custom",
                "group.instance.id", "static",
                "application.server", "here:1",
                "num.standby.replicas", 2,
                "rack.aware.assignment.tags", "zone",
                "client.tag.zone", "a",
                "topic.retention.ms", "1"));
        compareClients(minimal(
                "processing.guarantee", "exactly_once_v2",
                "consumer.isolation.level", "read_uncommitted",
                "enable.auto.commit", "true",
                "consumer.allow.auto.create.topics", true,
                "main.consumer.enable.auto.commit", true,
                "main.consumer.auto.offset.reset", "latest",
                "producer.enable.idempotence", false,
                "producer.transactional.id", "mine",
                "producer.max.in.flight.requests.per.connection", 3));
        compareClients(minimal("producer.enable.idempotence", false, "consumer.isolation.level", "read_committed"));
    }

    private static void compareClients(Map<String, Object> props) {
        StreamsConfig ours = new StreamsConfig(props);
        org.apache.kafka.streams.StreamsConfig theirs = new org.apache.kafka.streams.StreamsConfig(props);
        Map<String, Object> theirMain = new TreeMap<>(theirs.getMainConsumerConfigs("group", "client", 3));
        theirMain.remove("partition.assignment.strategy"); // a class of its internals
        Map<String, Object> ourMain = new TreeMap<>(ours.getMainConsumerConfigs("group", "client", 3));
        assertEquals(theirMain, ourMain);
        assertEquals(
                new TreeMap<>(theirs.getRestoreConsumerConfigs("client")),
                new TreeMap<>(ours.getRestoreConsumerConfigs("client")));
        assertEquals(
                new TreeMap<>(theirs.getProducerConfigs("client")), new TreeMap<>(ours.getProducerConfigs("client")));
        assertEquals(new TreeMap<>(theirs.getAdminConfigs("client")), new TreeMap<>(ours.getAdminConfigs("client")));
    }

    @Test
    void shouldCommitOftenUnderExactlyOnce() {
        assertEquals(
                100L,
                new StreamsConfig(minimal("processing.guarantee", "exactly_once_v2")).getLong("commit.interval.ms"));
        assertEquals(
                77L,
                new StreamsConfig(minimal("processing.guarantee", "exactly_once_v2", "commit.interval.ms", "77"))
                        .getLong("commit.interval.ms"));
        assertEquals(30_000L, new StreamsConfig(minimal()).getLong("commit.interval.ms"));
    }

    @Test
    void shouldRefuseWhatKafkaStreamsRefuses() {
        for (Map<String, Object> bad : List.of(
                Map.<String, Object>of("bootstrap.servers", "b:1"),
                Map.<String, Object>of("application.id", "a"),
                minimal("processing.guarantee", "exactly_once"),
                minimal("commit.interval.ms", -1),
                minimal("num.stream.threads", "many"),
                minimal("bootstrap.servers", ""),
                minimal("statestore.cache.max.bytes", -1),
                minimal("topology.optimization", "some"),
                minimal("default.key.serde", "no.such.Class"),
                minimal("processing.guarantee", "exactly_once_v2", "commit.interval.ms", 20_000))) {
            Exception theirs =
                    assertThrows(Exception.class, () -> new org.apache.kafka.streams.StreamsConfig(bad), bad::toString);
            Exception ours = assertThrows(Exception.class, () -> new StreamsConfig(bad), bad::toString);
            assertEquals(theirs.getClass(), ours.getClass(), bad::toString);
        }
    }

    @Test
    void shouldNameMissingKeys() {
        assertTrue(assertThrows(ConfigException.class, () -> new StreamsConfig(Map.of("bootstrap.servers", "b:1")))
                .getMessage()
                .contains("application.id"));
        assertTrue(assertThrows(ConfigException.class, () -> new StreamsConfig(Map.of("application.id", "a")))
                .getMessage()
                .contains("bootstrap.servers"));
        assertTrue(assertThrows(ConfigException.class, () -> new StreamsConfig(minimal()).defaultKeySerde())
                .getMessage()
                .contains("default.key.serde"));
    }

    @Test
    void shouldRefuseUnknownOptimizations() {
        Properties props = new Properties();
        props.setProperty("topology.optimization", "fast");
        assertThrows(ConfigException.class, () -> new StreamsBuilder().build(props));
        for (String known : List.of("none", "all", "merge.repartition.topics,single.store.self.join")) {
            props.setProperty("topology.optimization", known);
            assertTrue(
                    new StreamsBuilder().build(props).describe().subtopologies().isEmpty());
        }
    }

    @Test
    void shouldMakeWhatIsConfigured() {
        StreamsConfig config = new StreamsConfig(minimal(
                "default.key.serde", Serdes.StringSerde.class,
                "default.production.exception.handler", DefaultProductionExceptionHandler.class.getName(),
                "deserialization.exception.handler", LogAndContinueExceptionHandler.class.getName()));
        assertEquals(Serdes.StringSerde.class, config.defaultKeySerde().getClass());
        assertEquals(
                LogAndContinueExceptionHandler.class,
                config.deserializationExceptionHandler().getClass());
        assertEquals(
                DefaultProductionExceptionHandler.class,
                config.productionExceptionHandler().getClass());
        assertEquals(
                LogAndFailProcessingExceptionHandler.class,
                config.processingExceptionHandler().getClass());
        assertEquals(
                DefaultKafkaClientSupplier.class,
                config.getKafkaClientSupplier().getClass());
        assertEquals(
                FailOnInvalidTimestamp.class, config.defaultTimestampExtractor().getClass());
    }

    @Test
    void shouldRefuseUnknownKeysOfOurOwn() {
        ConfigException failure =
                assertThrows(ConfigException.class, () -> new StreamsConfig(minimal("stoatflow.no.such.key", 1)));
        assertTrue(failure.getMessage().contains("stoatflow.no.such.key"));
    }

    @Test
    void shouldRefuseNumbersOfLanesThatThereCannotBe() {
        for (String key : List.of("stoatflow.lanes", "stoatflow.lanes.slow")) {
            for (int lanes : new int[] {0, -2, 100_001}) {
                ConfigException failure =
                        assertThrows(ConfigException.class, () -> new StreamsConfig(minimal(key, lanes)));
                assertEquals(
                        "Invalid value " + lanes + " for configuration " + key
                                + ": must be 1 to 100000, or -1 for four for each processor",
                        failure.getMessage());
            }
        }
    }

    @Test
    void shouldReadOwnKeysForApplicationAndNode() {
        StreamsConfig config = new StreamsConfig(
                minimal("stoatflow.affinity", "KEY", "stoatflow.affinity.slow", "PARTITION", "stoatflow.lanes", "12"));
        assertEquals("KEY", StoatflowConfig.AFFINITY.of(config));
        assertEquals("KEY", StoatflowConfig.AFFINITY.of(config, "other"));
        assertEquals("PARTITION", StoatflowConfig.AFFINITY.of(config, "slow"));
        assertEquals(12, StoatflowConfig.LANES.of(config));
        assertEquals(Set.of("slow"), StoatflowConfig.AFFINITY.nodes(config));
        assertEquals(Set.of(), StoatflowConfig.LANES.nodes(config));
        assertThrows(ConfigException.class, () -> new StreamsConfig(minimal("stoatflow.affinity.x", "SOMETIMES")));
        assertTrue(config.getProducerConfigs("c").keySet().stream().noneMatch(key -> key.startsWith("stoatflow.")));
    }
}
