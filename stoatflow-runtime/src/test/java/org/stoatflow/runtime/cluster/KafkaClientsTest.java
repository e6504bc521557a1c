package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

class KafkaClientsTest {
    @Test
    void shouldPollFewerRecordsOfSourcesThanKafkaStreams() {
        assertEquals("250", recordsOfAPoll(Map.of()));
    }

    @Test
    void shouldPollAsManyRecordsAsTheUserSays() {
        for (String prefix : new String[] {"", "consumer.", "main.consumer."}) {
            assertEquals(1_000, recordsOfAPoll(Map.of(prefix + "max.poll.records", 1_000)), prefix);
        }
        assertEquals("250", recordsOfAPoll(Map.of("restore.consumer.max.poll.records", 1_000)));
    }

    private static Object recordsOfAPoll(Map<String, Object> chosen) {
        Map<String, Object> config = new HashMap<>(chosen);
        config.put("application.id", "clients");
        config.put("bootstrap.servers", "localhost:1");
        StreamsConfig streamsConfig = new StreamsConfig(config);
        Map<String, Object> given = new HashMap<>();
        KafkaClients clients = new KafkaClients(
                new Listening(given),
                streamsConfig,
                ApplicationSettings.of(streamsConfig),
                ClientCloser.HERE,
                new ClientIds("client"));
        clients.openConsumer("instance", new AssignmentExchange(MemberSettings.UNKNOWN));
        return given.get("max.poll.records");
    }

    /** Keeps what the consumer of the sources is made with. */
    private static final class Listening extends DefaultKafkaClientSupplier {
        private final Map<String, Object> given;

        Listening(Map<String, Object> given) {
            this.given = given;
        }

        @Override
        public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
            given.putAll(config);
            return new MockConsumer<>("none");
        }
    }
}
