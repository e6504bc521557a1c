package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** Output that the producer or the broker finds too large: that record is left out, and nothing is processed twice. */
class TooLargeIT {
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 2_000;
    private static final int EVERY = 97;
    private static final int LIMIT_BYTES = 4_000;

    /** Bytes that do not fit behind a record that is too large, see below. */
    private static final int FIT_BYTES = 200;

    @TempDir
    static Path folder;

    /** Leaves the record out; its dead letter says where it came from. */
    public static final class Letting implements ProductionExceptionHandler {
        private String dead;

        @Override
        public Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
            String place = context.topic() + "-" + context.partition() + "@" + context.offset() + " "
                    + exception.getClass().getSimpleName() + " " + context.processorNodeId();
            return Response.resume(
                    List.of(new ProducerRecord<>(dead, record.key(), place.getBytes(StandardCharsets.UTF_8))));
        }

        @Override
        public void configure(Map<String, ?> configs) {
            dead = configs.get("test.dead").toString();
        }
    }

    @ParameterizedTest
    @CsvSource({"exactly_once_v2,producer", "exactly_once_v2,broker", "at_least_once,producer", "at_least_once,broker"})
    void shouldLeaveOutExactlyTheRecordsThatAreTooLarge(String guarantee, String refusedBy) {
        String in = Topic.create("large-in", PARTITIONS);
        String out = TestCluster.shared().uniqueName("large-out");
        boolean byBroker = refusedBy.equals("broker");
        TestCluster.shared()
                .createTopic(
                        out,
                        PARTITIONS,
                        byBroker ? Map.of("max.message.bytes", Integer.toString(LIMIT_BYTES)) : Map.of());
        String counts = Topic.create("large-counts", PARTITIONS);
        String dead = Topic.create("large-dead", 1);
        try (Feed feed = new Feed()) {
            for (int number = 0; number < RECORDS; number++) {
                feed.send(in, "k" + number, Integer.toString(number));
            }
        }
        Map<String, Integer> calls = new ConcurrentHashMap<>();
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> read = builder.<String, String>stream(in).mapValues(value -> {
            calls.merge(value, 1, Integer::sum);
            return value;
        });
        read.mapValues(value -> value + "x".repeat(Integer.parseInt(value) % EVERY == 0 ? 2 * LIMIT_BYTES : FIT_BYTES))
                .to(out);
        read.groupByKey().count(Materialized.as("counts")).toStream().to(counts, Produced.valueSerde(Serdes.Long()));
        String application = TestCluster.shared().uniqueName("too-large");
        Properties config = OurApp.config(application, folder.resolve(application), guarantee);
        config.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, Letting.class);
        config.put("test.dead", dead);
        if (byBroker) {
            // The producer tries for two minutes to split a batch that the broker refuses, even into the same batch
            // again, where the batch is smaller than batch.size, or where a small record fits into the memory reserved
            // for the large one.
            config.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), LIMIT_BYTES / 4);
        } else {
            config.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), LIMIT_BYTES);
        }
        try (OurApp app = OurApp.running(builder.build(), config)) {
            Group.awaitAllCommitted(application, List.of(in));
            assertEquals(List.of(), app.errors());
        }
        List<String> fit = new ArrayList<>();
        List<String> large = new ArrayList<>();
        IntStream.range(0, RECORDS).forEach(n -> (n % EVERY == 0 ? large : fit).add("k" + n));
        assertEquals(sorted(fit), sorted(keys(out)));
        assertEquals(sorted(large), sorted(keys(dead)));
        assertEquals(RECORDS, Topic.count(counts));
        assertEquals(RECORDS, calls.size());
        calls.forEach((value, times) -> assertEquals(1, times, () -> "calls for " + value));
        requirePlaces(in, dead);
    }

    /** Requires that dead letters name the source record of the refused output. */
    private static void requirePlaces(String in, String dead) {
        Map<String, String> places = new ConcurrentHashMap<>();
        for (ConsumerRecord<String, String> record : Topic.readStrings(in)) {
            places.put(record.key(), record.topic() + "-" + record.partition() + "@" + record.offset());
        }
        for (ConsumerRecord<String, String> letter : Topic.readStrings(dead)) {
            assertEquals(places.get(letter.key()) + " RecordTooLargeException KSTREAM-SINK-0000000003", letter.value());
        }
    }

    private static List<String> keys(String topic) {
        return Topic.readStrings(topic).stream().map(ConsumerRecord::key).toList();
    }

    private static List<String> sorted(List<String> keys) {
        return keys.stream().sorted().toList();
    }
}
