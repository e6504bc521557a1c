import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.kstream.Branched;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorWrapper;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.WrappedProcessorSupplier;
import org.apache.kafka.streams.state.DslKeyValueParams;
import org.apache.kafka.streams.state.DslSessionParams;
import org.apache.kafka.streams.state.DslStoreSuppliers;
import org.apache.kafka.streams.state.DslWindowParams;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.SessionBytesStoreSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import org.apache.kafka.streams.test.TestRecord;

/**
 * As an application for Kafka Streams 4.0 is written: handlers with one method, a processor wrapper, the new class for
 * resets of offsets, a foreign-key join by key and value, suppliers of stores and a store of its own.
 */
public final class WrittenFor40 {
    private static final Serde<String> TEXT = Serdes.String();
    private static final List<String> SEEN = new ArrayList<>();
    private static String prefix = "";

    public static List<String> run(String stateDir) {
        SEEN.clear();
        Properties config = config(stateDir);
        Topology topology = topology(config);
        SEEN.add(topology.describe().toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(topology, config)) {
            drive(driver);
        }
        try (KafkaStreams streams = new KafkaStreams(topology(config), config)) {
            SEEN.add("state " + streams.state() + ", closed "
                    + streams.close(new KafkaStreams.CloseOptions()
                            .timeout(Duration.ofSeconds(9))
                            .leaveGroup(true)));
        }
        return SEEN;
    }

    /** The application on brokers, where the names of its topics begin with a prefix. */
    public static KafkaStreams started(String brokers, String topicPrefix, String stateDir) {
        prefix = topicPrefix;
        Properties config = config(stateDir);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, prefix + "written-for-40");
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
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "written-for-40");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir);
        config.put(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, Wrapper.class);
        config.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, GoOn.class);
        config.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, GoOnUnread.class);
        config.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, GoOnUnsent.class);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    private static Topology topology(Properties config) {
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(config)));
        KStream<String, String> orders = builder.stream(
                topic("orders"),
                Consumed.with(TEXT, TEXT).withOffsetResetPolicy(AutoOffsetReset.byDuration(Duration.ofHours(1))));
        KTable<String, String> customers =
                builder.table(
                        topic("customers"),
                        Consumed.with(TEXT, TEXT).withOffsetResetPolicy(AutoOffsetReset.earliest()));
        orders.split(Named.as("kind-"))
                .branch(
                        (key, value) -> value.startsWith("bad"),
                        Branched.withConsumer(bad -> bad.mapValues(value -> Integer.toString(Integer.parseInt(value)))
                                .to(topic("never"))))
                .defaultBranch(Branched.withConsumer(good -> good.processValues(new Numbering(), Named.as("numbers"))
                        .to(topic("numbered"), Produced.with(TEXT, TEXT))));
        orders.toTable(Materialized.as("order-table"))
                .join(customers, (key, value) -> key.substring(0, 1) + value, (order, name) -> order + "+" + name)
                .toStream()
                .to(topic("joined"));
        orders.groupByKey()
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
                .count(Materialized.as(new InMemory()))
                .toStream(
                        (window, count) -> window.key() + "@" + window.window().start())
                .to(topic("counts"), Produced.with(TEXT, Serdes.Long()));
        builder.stream(topic("longs"), Consumed.with(TEXT, Serdes.Long()))
                .mapValues(number -> "is " + number)
                .to(topic("numbered"), Produced.with(TEXT, TEXT));
        return builder.build(config);
    }

    private static void drive(TopologyTestDriver driver) {
        TestInputTopic<String, String> orders =
                driver.createInputTopic("orders", new StringSerializer(), new StringSerializer());
        TestInputTopic<String, String> customers =
                driver.createInputTopic("customers", new StringSerializer(), new StringSerializer());
        customers.pipeInput("a1", "Ann", 1);
        orders.pipeInput("a", "1", 2);
        orders.pipeInput("b", "bad", 3);
        orders.pipeInput("a", "2", 4);
        driver.createInputTopic("longs", new StringSerializer(), new StringSerializer())
                .pipeInput("l", "no number", 5);
        driver.createInputTopic("longs", new StringSerializer(), Serdes.Long().serializer())
                .pipeInput("l", 7L, 6);
        customers.pipeInput("a2", "Abe", 15);
        orders.pipeInput("c", "3", 20);
        for (String topic : List.of("numbered", "joined")) {
            for (TestRecord<String, String> record : driver.createOutputTopic(
                            topic, new StringDeserializer(), new StringDeserializer())
                    .readRecordsToList()) {
                SEEN.add(topic + " " + record.key() + "=" + record.value() + " at " + record.timestamp());
            }
        }
        SEEN.add(driver.createOutputTopic(
                        "counts", new StringDeserializer(), Serdes.Long().deserializer())
                .readKeyValuesToList()
                .toString());
        SEEN.add(String.valueOf(driver.getKeyValueStore("order-table").get("a")));
    }

    /** A store of the application's own kind, with what a store had to have. */
    public static final class Numbers implements StateStore {
        private final Map<String, Integer> last = new TreeMap<>();
        private boolean open;

        int next(String key) {
            return last.merge(key, 1, Integer::sum);
        }

        @Override
        public String name() {
            return "numbers";
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            context.register(root, (key, value) -> {});
            open = true;
        }

        @Override
        public void flush() {}

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

    private static final class NumbersBuilder implements StoreBuilder<Numbers> {
        @Override
        public StoreBuilder<Numbers> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<Numbers> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<Numbers> withLoggingEnabled(Map<String, String> config) {
            return this;
        }

        @Override
        public StoreBuilder<Numbers> withLoggingDisabled() {
            return this;
        }

        @Override
        public Numbers build() {
            return new Numbers();
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
            return "numbers";
        }
    }

    private static final class Numbering implements FixedKeyProcessorSupplier<String, String, String> {
        @Override
        public FixedKeyProcessor<String, String, String> get() {
            return new ContextualFixedKeyProcessor<>() {
                private Numbers numbers;

                @Override
                public void init(FixedKeyProcessorContext<String, String> context) {
                    super.init(context);
                    numbers = context.getStateStore("numbers");
                }

                @Override
                public void process(FixedKeyRecord<String, String> record) {
                    context().forward(record.withValue(record.value() + "#" + numbers.next(record.key())));
                }
            };
        }

        @Override
        public java.util.Set<StoreBuilder<?>> stores() {
            return java.util.Set.of(new NumbersBuilder());
        }
    }

    /** Notes what is wrapped, and leaves it. */
    public static final class Wrapper implements ProcessorWrapper {
        @Override
        public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
                String name, ProcessorSupplier<KIn, VIn, KOut, VOut> supplier) {
            return ProcessorWrapper.asWrapped(supplier);
        }

        @Override
        public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
                String name, FixedKeyProcessorSupplier<KIn, VIn, VOut> supplier) {
            SEEN.add("wrapped " + name);
            return ProcessorWrapper.asWrappedFixedKey(supplier);
        }
    }

    public static final class GoOn implements ProcessingExceptionHandler {
        @Override
        public ProcessingHandlerResponse handle(ErrorHandlerContext context, Record<?, ?> record, Exception failure) {
            SEEN.add("not processed " + context.topic() + " " + context.processorNodeId() + " " + record.value() + " "
                    + failure.getClass().getName());
            return ProcessingHandlerResponse.CONTINUE;
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    public static final class GoOnUnread implements DeserializationExceptionHandler {
        @Override
        public DeserializationHandlerResponse handle(
                ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception failure) {
            SEEN.add("not read " + record.topic());
            return DeserializationHandlerResponse.CONTINUE;
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    public static final class GoOnUnsent implements ProductionExceptionHandler {
        @Override
        public ProductionExceptionHandlerResponse handle(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception failure) {
            return ProductionExceptionHandlerResponse.RETRY;
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Says which kinds of stores it was asked for. */
    public static final class InMemory implements DslStoreSuppliers {
        @Override
        public KeyValueBytesStoreSupplier keyValueStore(DslKeyValueParams params) {
            return Stores.inMemoryKeyValueStore(params.name());
        }

        @Override
        public WindowBytesStoreSupplier windowStore(DslWindowParams params) {
            String asked = "windows of " + params.windowSize() + " for " + params.retentionPeriod() + " "
                    + params.isTimestamped();
            if (!SEEN.contains(asked)) { // how often it is asked is the library's affair
                SEEN.add(asked);
            }
            return Stores.inMemoryWindowStore(
                    params.name(), params.retentionPeriod(), params.windowSize(), params.retainDuplicates());
        }

        @Override
        public SessionBytesStoreSupplier sessionStore(DslSessionParams params) {
            return Stores.inMemorySessionStore(params.name(), params.retentionPeriod());
        }
    }
}
