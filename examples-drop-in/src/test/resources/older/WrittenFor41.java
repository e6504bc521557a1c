import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.TopologyException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.RecordContext;
import org.apache.kafka.streams.processor.TopicNameExtractor;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.apache.kafka.streams.test.TestRecord;

/**
 * As an application for Kafka Streams 4.1 is written: nodes put together by hand with that version's types, the raw
 * key and value of a record that failed, names that must be given, and the choice of the group's protocol.
 */
public final class WrittenFor41 {
    private static final List<String> SEEN = new ArrayList<>();
    private static String prefix = "";

    public static List<String> run(String stateDir) {
        SEEN.clear();
        Properties config = config(stateDir);
        SEEN.add("by brokers " + new Asked(config).isStreamsProtocolEnabled());
        SEEN.add(topology().describe().toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(), config)) {
            drive(driver);
        }
        try (KafkaStreams streams = new KafkaStreams(topology(), config)) {
            SEEN.add(streams.state() + " " + streams.close(Duration.ofSeconds(9)));
        }
        withoutNames(config);
        return SEEN;
    }

    /** The application on brokers, where the names of its topics begin with a prefix. */
    public static KafkaStreams started(String brokers, String topicPrefix, String stateDir) {
        prefix = topicPrefix;
        Properties config = config(stateDir);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, prefix + "written-for-41");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        KafkaStreams streams = new KafkaStreams(topology(), config);
        streams.start();
        return streams;
    }

    private static String topic(String name) {
        return prefix + name;
    }

    private static Properties config(String stateDir) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "written-for-41");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir);
        config.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, GroupProtocol.CLASSIC.name());
        config.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, RawBytes.class);
        config.put(StreamsConfig.UPGRADE_FROM_CONFIG, StreamsConfig.UPGRADE_FROM_40);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    private static Topology topology() {
        StringDeserializer texts = new StringDeserializer();
        return new Topology()
                .addSource(AutoOffsetReset.latest(), "lines", texts, texts, topic("lines"))
                .addSource(
                        Topology.AutoOffsetReset.EARLIEST,
                        "more",
                        new WallclockTimestampExtractor(),
                        texts,
                        texts,
                        topic("more"))
                .addProcessor("keep", Keep::new, "lines", "more")
                .addStateStore(
                        Stores.timestampedKeyValueStoreBuilder(
                                Stores.persistentTimestampedKeyValueStore("kept"), Serdes.String(), Serdes.String()),
                        "keep")
                .addReadOnlyStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore("names"), Serdes.String(), Serdes.String()),
                        "names-source",
                        texts,
                        texts,
                        topic("names"),
                        "names-reader",
                        Names::new)
                .connectProcessorAndStateStores("keep", "names")
                .addSink("out", new ByTopic(), new StringSerializer(), new StringSerializer(), "keep");
    }

    private static void drive(TopologyTestDriver driver) {
        TestInputTopic<String, String> lines =
                driver.createInputTopic("lines", new StringSerializer(), new StringSerializer());
        driver.createInputTopic("names", new StringSerializer(), new StringSerializer())
                .pipeInput("k", "Kay", 1);
        lines.pipeInput("k", "one", 10);
        lines.pipeInput("k", "fail", 11);
        lines.pipeInput("k", "two", 2_000);
        lines.pipeInput("j", "three", 4_000);
        for (TestRecord<String, String> record : driver.createOutputTopic(
                        "out-lines", new StringDeserializer(), new StringDeserializer())
                .readRecordsToList()) {
            SEEN.add(record.key() + "=" + record.value() + " at " + record.timestamp() + " " + record.headers());
        }
        ValueAndTimestamp<String> kept =
                driver.<String, String>getTimestampedKeyValueStore("kept").get("k");
        SEEN.add(kept.value() + " of " + kept.timestamp());
    }

    private static void withoutNames(Properties config) {
        config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(config)));
        builder.<String, String>stream("in").groupByKey().count().toStream().to("out");
        try {
            builder.build();
            SEEN.add("names are not asked for");
        } catch (TopologyException refused) {
            SEEN.add(refused.getMessage());
        }
    }

    /** What the configuration says to those that extend it. */
    private static final class Asked extends StreamsConfig {
        Asked(Properties config) {
            super(config);
        }

        @Override
        protected boolean isStreamsProtocolEnabled() {
            return super.isStreamsProtocolEnabled();
        }
    }

    private static final class Keep extends ContextualProcessor<String, String, String, String> {
        private TimestampedKeyValueStore<String, String> kept;
        private KeyValueStore<String, String> names;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            kept = context.getStateStore("kept");
            names = context.getStateStore("names");
            context.schedule(Duration.ofSeconds(1), PunctuationType.STREAM_TIME, this::all);
        }

        @Override
        public void process(Record<String, String> record) {
            if (record.value().equals("fail")) {
                throw new IllegalStateException("asked to");
            }
            ValueAndTimestamp<String> before = kept.get(record.key());
            kept.put(record.key(), ValueAndTimestamp.make(record.value(), record.timestamp()));
            context().forward(record.withValue(names.get(record.key()) + ":" + record.value() + " after " + before));
        }

        private void all(long time) {
            try (KeyValueIterator<String, ValueAndTimestamp<String>> rows = kept.all()) {
                rows.forEachRemaining(row -> SEEN.add("at " + time + " " + row));
            }
        }
    }

    private static final class ByTopic implements TopicNameExtractor<String, String> {
        @Override
        public String extract(String key, String value, RecordContext context) {
            return context.topic().replaceFirst(prefix, prefix + "out-");
        }

        @Override
        public String toString() {
            return "by topic";
        }
    }

    private static final class Names extends ContextualProcessor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            context().<KeyValueStore<String, String>>getStateStore("names").put(record.key(), record.value());
        }
    }

    public static final class RawBytes implements ProcessingExceptionHandler {
        @Override
        public ProcessingHandlerResponse handle(ErrorHandlerContext context, Record<?, ?> record, Exception failure) {
            SEEN.add(text(context.sourceRawKey()) + "=" + text(context.sourceRawValue()) + " failed at "
                    + context.timestamp() + " in " + context.taskId());
            return ProcessingHandlerResponse.CONTINUE;
        }

        private static String text(byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
