package org.stoatflow.runtime.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

class StartChecksTest {
    @TempDir
    Path stateDir;

    /** It takes three keys to see it, so the configuration alone does not refuse it. */
    @Test
    void shouldRefuseABoundOfMemoryThatTheOtherBoundsTakeBeforeTheStart() {
        Properties config = config();
        config.put(StoatflowConfig.MEMORY_BYTES_MAX.key(), "16777216");

        ConfigException refused = assertThrows(ConfigException.class, () -> new KafkaStreams(topology(), config));

        assertTrue(refused.getMessage().contains("raise this to at least 37748736"), refused.getMessage());
    }

    /** Each client writes its whole configuration to the log. */
    @Test
    void shouldMakeNoClientForTheCheckThatSaysNothingNew() {
        Properties config = config();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), "7");
        assertEquals(List.of(0L, 0L), made(config));

        config.put(StreamsConfig.restoreConsumerPrefix(ConsumerConfig.RECEIVE_BUFFER_CONFIG), 100_000);
        assertEquals(List.of(1L, 0L), made(config));

        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 6_000);
        assertEquals(List.of(2L, 0L), made(config));

        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        assertEquals(List.of(2L, 1L), made(config));
    }

    @ParameterizedTest
    @CsvSource({
        "max.poll.records, 0",
        "consumer.max.poll.records, many",
        "main.consumer.auto.offset.reset, sometimes",
        "producer.batch.size, -1",
        "main.consumer.interceptor.classes, none.Such",
        "producer.delivery.timeout.ms, 10"
    })
    void shouldRefuseWhatAClientRefuses(String key, String value) {
        Properties config = config();
        config.put(key, value);
        assertThrows(KafkaException.class, () -> new KafkaStreams(topology(), config));
    }

    @Test
    void shouldRefuseWhatOnlyTheRestoreConsumerIsGiven() {
        Properties config = config();
        config.put(StreamsConfig.restoreConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG), "none.Such");
        assertThrows(KafkaException.class, () -> new KafkaStreams(topology(), config));
    }

    /** How many consumers and producers the constructor makes. */
    private static List<Long> made(Properties config) {
        Logger logger = (Logger) LoggerFactory.getLogger(AbstractConfig.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try (KafkaStreams unused = new KafkaStreams(topology(), config)) {
            return Stream.of("ConsumerConfig values", "ProducerConfig values")
                    .map(begin -> lines.list.stream()
                            .filter(line -> line.getFormattedMessage().startsWith(begin))
                            .count())
                    .toList();
        } finally {
            logger.setLevel(null);
            logger.detachAppender(lines);
        }
    }

    private Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        return config;
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        return builder.build();
    }
}
