package first;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;

/** The application on a real broker, which is a process of its own and ends with the test. */
class FirstApplicationIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path state;

    @Test
    void shouldCommitTheCountsOfWhatIsWritten() throws Exception {
        try (LocalKafka kafka = LocalKafka.start()) {
            kafka.createTopic("lines", 4);
            kafka.createTopic("counts", 4);
            Properties settings = FirstApplication.settings(kafka.bootstrapServers());
            settings.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
            KafkaStreams streams = new KafkaStreams(FirstApplication.topology(), settings);
            try {
                streams.start();
                write(kafka, "to be or not to be");
                assertEquals(Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L), committedCounts(kafka));
            } finally {
                assertTrue(streams.close(PATIENCE));
            }
        }
    }

    private static void write(LocalKafka kafka, String line) throws Exception {
        Map<String, Object> config = Map.of("bootstrap.servers", kafka.bootstrapServers());
        try (Producer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("lines", line)).get();
        }
    }

    /** Reads until the counts are those of six words; what is not committed is not read. */
    private static Map<String, Long> committedCounts(LocalKafka kafka) {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG, "reader",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        Map<String, Long> counts = new HashMap<>();
        try (Consumer<String, Long> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new LongDeserializer())) {
            consumer.subscribe(List.of("counts"));
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (counts.values().stream().mapToLong(count -> count).sum() < 6 && System.nanoTime() < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> counts.put(record.key(), record.value()));
            }
        }
        return counts;
    }
}
