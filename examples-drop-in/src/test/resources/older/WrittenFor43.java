import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.TimeWindowedSerializer;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.apache.kafka.streams.state.ValueTimestampHeaders;
import org.apache.kafka.streams.test.TestRecord;

/**
 * As an application for Kafka Streams 4.3 is written: stores with headers, the format of the DSL's stores, a handler
 * for global tables too, serializers of windows with headers, and a store of its own that commits.
 */
public final class WrittenFor43 {
    private static final List<String> SEEN = new ArrayList<>();
    private static String prefix = "";

    public static List<String> run(String stateDir) {
        SEEN.clear();
        Properties config = config(stateDir);
        SEEN.add(topology(config).describe().toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(config), config)) {
            drive(driver);
        }
        try (KafkaStreams streams = new KafkaStreams(topology(config), config)) {
            SEEN.add(streams.state() + " " + streams.close(Duration.ofSeconds(9)));
        }
        return SEEN;
    }

    /** The application on brokers, where the names of its topics begin with a prefix. */
    public static KafkaStreams started(String brokers, String topicPrefix, String stateDir) {
        prefix = topicPrefix;
        Properties config = config(stateDir);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, prefix + "written-for-43");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        KafkaStreams streams = new KafkaStreams(topology(config), config);
        streams.start();
        return streams;
    }

    private static String topic(String name) {
        return prefix + name;
    }

    private static Properties config(String stateDir) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "written-for-43");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir);
        config.put(StreamsConfig.DSL_STORE_FORMAT_CONFIG, StreamsConfig.DSL_STORE_FORMAT_HEADERS);
        config.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG, true);
        config.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        config.put(
                StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG, StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_DISABLED);
        config.put(StreamsConfig.UPGRADE_FROM_CONFIG, StreamsConfig.UPGRADE_FROM_42);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    private static Topology topology(Properties config) {
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(config)));
        KStream<String, String> lines = builder.stream(topic("lines"));
        lines.process(new Remembering()).to(topic("remembered"));
        lines.groupByKey()
                .reduce((before, line) -> before + "," + line, Materialized.as("sums"))
                .toStream()
                .to(topic("sums"));
        lines.join(
                        builder.<String, String>stream(topic("others")),
                        (line, other) -> line + "+" + other,
                        JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)))
                .to(topic("joined"));
        lines.join(builder.globalTable(topic("names")), (key, line) -> key, (line, name) -> name + ":" + line)
                .to(topic("named"));
        lines.groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(100)))
                .count(Materialized.as("windows"))
                .toStream()
                .foreach((window, count) -> SEEN.add(window + " " + count + " " + serialized(window)));
        return builder.build(config);
    }

    private static int serialized(Windowed<String> window) {
        try (TimeWindowedSerializer<String> serializer = new TimeWindowedSerializer<>(new StringSerializer())) {
            return serializer.serialize("t", new RecordHeaders(), window).length;
        }
    }

    private static void drive(TopologyTestDriver driver) {
        TestInputTopic<String, String> lines =
                driver.createInputTopic("lines", new StringSerializer(), new StringSerializer());
        driver.createInputTopic("names", new StringSerializer(), new StringSerializer())
                .pipeInput("k", "Kay", 1);
        lines.pipeInput(new TestRecord<>("k", "one", headers("1"), 10L));
        driver.createInputTopic("others", new StringSerializer(), new StringSerializer())
                .pipeInput(new TestRecord<>("k", "other", headers("o"), 12L));
        lines.pipeInput(new TestRecord<>("k", "two", headers("2"), 15L));
        lines.pipeInput(new TestRecord<>("k", "three", headers("3"), 300L));
        for (String topic : List.of("remembered", "sums", "joined", "named")) {
            for (TestRecord<String, String> record : driver.createOutputTopic(
                            topic, new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()) {
                SEEN.add(topic + " " + record.key() + "=" + record.value() + " at " + record.timestamp() + " "
                        + text(record.headers()));
            }
        }
        SEEN.add("kept "
                + driver.<String, String>getTimestampedKeyValueStore("sums").get("k"));
    }

    private static Headers headers(String value) {
        return new RecordHeaders().add("h", value.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Headers headers) {
        StringBuilder text = new StringBuilder();
        headers.forEach(header -> text.append(header.key())
                .append('=')
                .append(new String(header.value(), StandardCharsets.UTF_8))
                .append(' '));
        return text.toString();
    }

    private static final class Remembering implements ProcessorSupplier<String, String, String, String> {
        @Override
        public Processor<String, String, String, String> get() {
            return new ContextualProcessor<>() {
                private TimestampedKeyValueStoreWithHeaders<String, String> last;
                private Tally tally;

                @Override
                public void init(ProcessorContext<String, String> context) {
                    super.init(context);
                    last = context.getStateStore("last");
                    tally = context.getStateStore("tally");
                }

                @Override
                public void process(Record<String, String> record) {
                    ValueTimestampHeaders<String> before = last.get(record.key());
                    last.put(
                            record.key(),
                            ValueTimestampHeaders.make(record.value(), record.timestamp(), record.headers()));
                    context()
                            .forward(record.withValue(record.value() + " " + ++tally.count + " after "
                                    + (before == null
                                            ? "none"
                                            : before.value() + " of " + before.timestamp() + " "
                                                    + text(before.headers()))));
                }
            };
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(
                    Stores.timestampedKeyValueStoreWithHeadersBuilder(
                            Stores.persistentTimestampedKeyValueStoreWithHeaders("last"),
                            Serdes.String(),
                            Serdes.String()),
                    new TallyBuilder());
        }
    }

    /** A store of the application's own kind, which is committed and asked for no offsets. */
    private static final class Tally implements StateStore {
        private int count;
        private boolean open;

        @Override
        public String name() {
            return "tally";
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            context.register(root, (key, value) -> {});
            open = true;
        }

        @Override
        public void commit(Map<TopicPartition, Long> offsets) {
            // It is in memory.
        }

        @Override
        public boolean managesOffsets() {
            return false;
        }

        @Override
        public void close() {
            open = false;
        }

        @Override
        public boolean persistent() {
            return false;
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }

    private static final class TallyBuilder implements StoreBuilder<Tally> {
        @Override
        public StoreBuilder<Tally> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<Tally> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<Tally> withLoggingEnabled(Map<String, String> config) {
            return this;
        }

        @Override
        public StoreBuilder<Tally> withLoggingDisabled() {
            return this;
        }

        @Override
        public Tally build() {
            return new Tally();
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }

        @Override
        public String name() {
            return "tally";
        }
    }
}
