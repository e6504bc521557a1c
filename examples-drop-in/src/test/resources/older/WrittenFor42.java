import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;

/**
 * As an application for Kafka Streams 4.2 is written: handlers that answer with records for dead letters, punctuators
 * with a first time, and the options of a close.
 */
public final class WrittenFor42 {
    private static final List<String> SEEN = new ArrayList<>();
    private static String prefix = "";

    public static List<String> run(String stateDir) {
        SEEN.clear();
        Properties config = config(stateDir);
        SEEN.add(topology().describe().toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(), config, Instant.ofEpochMilli(0))) {
            drive(driver);
        }
        try (KafkaStreams streams = new KafkaStreams(topology(), config)) {
            CloseOptions options = CloseOptions.timeout(Duration.ofSeconds(9))
                    .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
            SEEN.add(streams.state() + " " + streams.close(options));
        }
        return SEEN;
    }

    /** The application on brokers, where the names of its topics begin with a prefix. */
    public static KafkaStreams started(String brokers, String topicPrefix, String stateDir) {
        prefix = topicPrefix;
        Properties config = config(stateDir);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, prefix + "written-for-42");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, topic("dead"));
        KafkaStreams streams = new KafkaStreams(topology(), config);
        streams.start();
        return streams;
    }

    private static String topic(String name) {
        return prefix + name;
    }

    private static Properties config(String stateDir) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "written-for-42");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir);
        config.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead");
        config.put(StreamsConfig.ALLOW_OS_GROUP_WRITE_ACCESS_CONFIG, true);
        config.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, Failed.class);
        config.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, Unread.class);
        config.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, Unsent.class);
        config.put(StreamsConfig.UPGRADE_FROM_CONFIG, StreamsConfig.UPGRADE_FROM_41);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(topic("lines")).process(Clocks::new).to(topic("out"));
        builder.stream(topic("numbers"), Consumed.with(Serdes.String(), Serdes.Long()))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Long()))
                .windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(10)))
                .reduce(Long::sum, Materialized.with(Serdes.String(), Serdes.Long()))
                .suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()))
                .toStream((window, sum) -> window.key())
                .mapValues(sum -> "sum " + sum)
                .to(topic("out"));
        return builder.build();
    }

    private static void drive(TopologyTestDriver driver) {
        TestInputTopic<String, String> lines =
                driver.createInputTopic("lines", new StringSerializer(), new StringSerializer());
        TestInputTopic<String, Long> numbers = driver.createInputTopic(
                "numbers", new StringSerializer(), Serdes.Long().serializer());
        lines.pipeInput("k", "one", 10);
        lines.pipeInput("k", "fail", 20);
        lines.pipeInput("k", "skip", 30);
        driver.createInputTopic("numbers", new StringSerializer(), new StringSerializer())
                .pipeInput("n", "no number", 1);
        numbers.pipeInput("n", 1L, 1);
        numbers.pipeInput("n", 2L, 5);
        numbers.pipeInput("n", 4L, 90);
        driver.advanceWallClockTime(Duration.ofSeconds(7));
        lines.pipeInput("k", "two", 2_500);
        for (String topic : List.of("out", "dead")) {
            for (TestRecord<String, String> record : driver.createOutputTopic(
                            topic, new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()) {
                List<String> headers = new ArrayList<>();
                record.headers()
                        .forEach(header -> headers.add(header.key()
                                + (header.key().contains("stacktrace") || header.value() == null
                                        ? ""
                                        : "=" + text(header.value()))));
                SEEN.add(topic + " " + record.key() + "=" + record.value() + " at " + record.timestamp() + " "
                        + headers);
            }
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static final class Clocks extends ContextualProcessor<String, String, String, String> {
        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            context.schedule(
                    Instant.ofEpochMilli(1_500),
                    Duration.ofSeconds(1),
                    PunctuationType.STREAM_TIME,
                    time -> SEEN.add("stream time " + time));
            context.schedule(
                    Instant.ofEpochMilli(2_000),
                    Duration.ofSeconds(2),
                    PunctuationType.WALL_CLOCK_TIME,
                    time -> SEEN.add("time of day " + time));
        }

        @Override
        public void process(Record<String, String> record) {
            if (record.value().equals("fail") || record.value().equals("skip")) {
                throw new IllegalStateException(record.value());
            }
            context().forward(record);
        }
    }

    public static final class Failed implements ProcessingExceptionHandler {
        private final ProcessingExceptionHandler all = new LogAndContinueProcessingExceptionHandler();

        @Override
        public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception failure) {
            return failure.getMessage().equals("skip") ? Response.resume() : all.handleError(context, record, failure);
        }

        @Override
        public void configure(Map<String, ?> configs) {
            all.configure(configs);
        }
    }

    public static final class Unread implements DeserializationExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception failure) {
            return Response.resume(
                    List.of(new ProducerRecord<>(topic("dead"), null, 77L, record.key(), record.value())));
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    public static final class Unsent implements ProductionExceptionHandler {
        @Override
        public Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception failure) {
            return Response.retry();
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
