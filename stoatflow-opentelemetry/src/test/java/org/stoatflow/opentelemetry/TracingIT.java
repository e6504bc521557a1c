package org.stoatflow.opentelemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.LocalKafka;
import org.stoatflow.localkafka.LocalKafkaOptions;
import org.stoatflow.localkafka.Patience;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.kstream.Materialized;

/** One trace goes from the record that comes in, through user code on both sides of a hop, to the one that goes out. */
class TracingIT {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final OpenTelemetryExtension TELEMETRY = OpenTelemetryExtension.create();

    @TempDir
    Path folder;

    @Test
    void shouldHaveOneTraceFromInputToOutput() {
        try (LocalKafka kafka = LocalKafka.start(LocalKafkaOptions.quick().withStartTimeout(LIMIT.multipliedBy(3)))) {
            kafka.createTopic("in", 2);
            kafka.createTopic("out", 1);
            feed(kafka);
            Properties config = config(kafka);
            try (KafkaStreams streams = new KafkaStreams(topology(config), config)) {
                streams.start();
                ConsumerRecord<String, String> out = firstOutput(kafka);
                assertEquals("1", out.value());
                String[] carried =
                        new String(out.headers().lastHeader("traceparent").value(), StandardCharsets.UTF_8).split("-");
                assertEquals(TRACE, carried[1]);
                assertSpans(carried[2]);
                assertEquals(
                        "kept", new String(out.headers().lastHeader("other").value(), StandardCharsets.UTF_8));
            }
        }
    }

    /** @param sent the span that the output carries */
    private static void assertSpans(String sent) {
        List<SpanData> spans = TELEMETRY.getSpans();
        Map<String, SpanData> byName = spans.stream().collect(Collectors.toMap(SpanData::getName, span -> span));
        assertEquals(Set.of("in receive", "before the hop", "behind the hop", "out send"), byName.keySet());
        assertTrue(spans.stream().allMatch(span -> span.getTraceId().equals(TRACE)), spans::toString);
        SpanData received = byName.get("in receive");
        assertEquals(PARENT, received.getParentSpanId());
        for (String below : List.of("before the hop", "behind the hop", "out send")) {
            assertEquals(received.getSpanId(), byName.get(below).getParentSpanId(), below);
        }
        assertEquals(sent, byName.get("out send").getSpanId());
    }

    private static Topology topology(Properties config) {
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(config)));
        builder.<String, String>stream("in")
                .peek((key, value) -> work("before the hop"))
                .selectKey((key, value) -> value)
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .peek((key, count) -> work("behind the hop"))
                .mapValues(String::valueOf)
                .to("out");
        return builder.build();
    }

    /** What instrumented user code does: a span below the current one. */
    private static void work(String name) {
        Span span = GlobalOpenTelemetry.getTracer("user").spanBuilder(name).startSpan();
        span.end();
    }

    private Properties config(LocalKafka kafka) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "traced");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put("main.consumer.interceptor.classes", TracingConsumerInterceptor.class.getName());
        config.put("producer.interceptor.classes", TracingProducerInterceptor.class.getName());
        config.put(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, TracingProcessorWrapper.class);
        return config;
    }

    private static void feed(LocalKafka kafka) {
        ProducerRecord<String, String> record = new ProducerRecord<>("in", "key", "value");
        record.headers().add("traceparent", ("00-" + TRACE + "-" + PARENT + "-01").getBytes(StandardCharsets.UTF_8));
        record.headers().add("other", "kept".getBytes(StandardCharsets.UTF_8));
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(record);
        }
    }

    private static ConsumerRecord<String, String> firstOutput(LocalKafka kafka) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition("out", 0)));
            consumer.seekToBeginning(consumer.assignment());
            long beginNs = System.nanoTime();
            while (true) {
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
                if (!records.isEmpty()) {
                    return records.iterator().next();
                }
                if (Patience.isOver(beginNs, LIMIT)) {
                    throw new AssertionError("no output");
                }
            }
        }
    }
}
