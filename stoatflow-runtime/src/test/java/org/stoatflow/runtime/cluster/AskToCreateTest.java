package org.stoatflow.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.settings.ApplicationSettings;
import org.stoatflow.spi.ClientIds;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/** Lanes ask a producer for topics, which may answer in many ways. */
class AskToCreateTest {
    private final AtomicReference<RuntimeException> thrown = new AtomicReference<>();
    private final KafkaClients clients = clients();

    @Test
    void shouldTakeATopicForAbsentOfWhichNothingIsHeard() {
        assertEquals(0, clients.askToCreate("out"));
        clients.makeProducers();
        assertEquals(1, clients.askToCreate("out"));
        thrown.set(new TimeoutException("not present in metadata"));
        assertEquals(0, clients.askToCreate("out"));
        thrown.set(new InvalidTopicException("out"));
        assertEquals(0, clients.askToCreate("out"));
    }

    /** As where the right is missing, or the committer is replacing the producer. */
    @Test
    void shouldSayWhatAProducerRefuses() {
        clients.makeProducers();
        for (RuntimeException refused : List.of(
                new TopicAuthorizationException("out"),
                new IllegalStateException("Cannot perform operation after producer has been closed"))) {
            thrown.set(refused);
            assertSame(
                    refused,
                    assertThrows(StreamsException.class, () -> clients.askToCreate("out"))
                            .getCause());
        }
    }

    @Test
    void shouldLetAnInterruptionPass() {
        clients.makeProducers();
        thrown.set(new InterruptException("waiting"));
        assertThrows(InterruptException.class, () -> clients.askToCreate("out"));
        Thread.interrupted(); // for the tests that follow in this thread
    }

    private KafkaClients clients() {
        StreamsConfig config =
                new StreamsConfig(Map.of("application.id", "clients", "bootstrap.servers", "localhost:1"));
        return new KafkaClients(
                new Answering(), config, ApplicationSettings.of(config), ClientCloser.HERE, new ClientIds("client"));
    }

    private final class Answering extends DefaultKafkaClientSupplier {
        @Override
        public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
            return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public List<PartitionInfo> partitionsFor(String topic) {
                    RuntimeException failure = thrown.get();
                    if (failure != null) {
                        throw failure;
                    }
                    return List.of(new PartitionInfo(topic, 0, null, null, null));
                }
            };
        }
    }
}
