package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.api.FixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorContext;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorWrapper;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.WrappedProcessorSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Topologies that a configuration decides: optimized, wrapped, with overrides. */
final class DriverConfigured {
    private static final List<String> SEEN = new ArrayList<>();

    private DriverConfigured() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        for (String optimization : List.of("none", "all", "merge.repartition.topics", "reuse.ktable.source.topics")) {
            programs.put("optimized: " + optimization, notes -> optimized(notes, optimization));
        }
        programs.put("wrapped processors", DriverConfigured::wrapped);
        programs.put("a topology without caches", notes -> overridden(notes, 0));
        programs.put("a topology with a cache size of its own", notes -> overridden(notes, 7));
    }

    private static void optimized(DriverNotes notes, String optimization) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table("table", Materialized.as("rows"));
        KStream<String, String> changed = builder.<String, String>stream("in").selectKey((key, value) -> value);
        changed.groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .to("counted", Produced.valueSerde(Serdes.Long()));
        changed.filter((key, value) -> value.length() < 3)
                .join(table, (value, row) -> value + " " + row)
                .to("joined");
        Properties config = DriverSetup.config(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, optimization);
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build(config), config)) {
            TestInputTopic<String, String> rows = DriverSetup.input(driver, "table");
            rows.pipeInput("a", "first");
            rows.pipeInput("a", "row of a");
            rows.pipeInput("b", "row of b");
            rows.pipeInput("b", (String) null);
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            for (String value : List.of("a", "b", "a", "long")) {
                in.pipeInput("key", value);
            }
            notes.read(driver, "joined");
            notes.read(
                    driver.createOutputTopic("counted", new StringDeserializer(), new LongDeserializer()), "counted");
            notes.topics(driver);
            notes.rows("rows", driver.<String, String>getKeyValueStore("rows"));
        }
    }

    private static void wrapped(DriverNotes notes) {
        SEEN.clear();
        Properties config = DriverSetup.config(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, Noting.class);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(config)));
        builder.<String, String>stream("in")
                .filter((key, value) -> value != null)
                .flatMapValues(value -> List.of(value.split(" ")))
                .peek((key, value) -> SEEN.add("peek " + value))
                .groupBy((key, word) -> word)
                .count(Materialized.as("counts"))
                .toStream()
                .mapValues((key, count) -> key + "=" + count)
                .to("out");
        Topology topology = builder.build();
        topology.addProcessor("last", Last::new, "KSTREAM-SOURCE-0000000000");
        try (TopologyTestDriver driver = DriverSetup.driver(topology, config)) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("1", "to be or not to be");
            in.pipeInput("2", (String) null);
            in.pipeInput("3", "be");
            notes.read(driver, "out");
            notes.rows("brought", driver.<String, String>getKeyValueStore("brought"));
        }
        SEEN.forEach(notes::say);
    }

    private static void overridden(DriverNotes notes, long cacheBytes) {
        Properties config = DriverSetup.config();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        Properties overrides = new Properties();
        overrides.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, cacheBytes);
        StreamsBuilder builder =
                new StreamsBuilder(new TopologyConfig("overriding", new StreamsConfig(config), overrides));
        builder.<String, String>stream("in")
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.valueSerde(Serdes.Long()));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build(), config)) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "1");
            in.pipeInput("a", "2");
            notes.read(driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer()), "out");
        }
    }

    private static final class Last implements Processor<String, String, Void, Void> {
        @Override
        public void process(Record<String, String> record) {
            SEEN.add("last " + record.value());
        }
    }

    /** Notes the records of all processors; keeps those of the user's processor in a store that it brings. */
    public static final class Noting implements ProcessorWrapper {
        private static final StoreBuilder<?> BROUGHT =
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("brought"), Serdes.String(), Serdes.String());

        @Override
        public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
                String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
            return new WrappedProcessorSupplier<>() {
                @Override
                public Processor<KIn, VIn, KOut, VOut> get() {
                    return new NotingProcessor<>(processorName, processorSupplier.get());
                }

                @Override
                public Set<StoreBuilder<?>> stores() {
                    Set<StoreBuilder<?>> stores = new HashSet<>();
                    if (processorSupplier.stores() != null) {
                        stores.addAll(processorSupplier.stores());
                    }
                    if (processorName.equals("last")) {
                        stores.add(BROUGHT);
                    }
                    return stores;
                }
            };
        }

        @Override
        public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
                String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
            return () -> new NotingFixedKeyProcessor<>(processorName, processorSupplier.get());
        }
    }

    private static final class NotingProcessor<KIn, VIn, KOut, VOut> implements Processor<KIn, VIn, KOut, VOut> {
        private final String name;
        private final Processor<KIn, VIn, KOut, VOut> inner;
        private KeyValueStore<String, String> brought;

        NotingProcessor(String name, Processor<KIn, VIn, KOut, VOut> inner) {
            this.name = name;
            this.inner = inner;
        }

        @Override
        public void init(ProcessorContext<KOut, VOut> context) {
            if (name.equals("last")) {
                brought = context.getStateStore("brought");
            }
            inner.init(context);
        }

        @Override
        public void process(Record<KIn, VIn> record) {
            SEEN.add(name + " " + record.key() + " at " + record.timestamp());
            if (brought != null) {
                brought.put(String.valueOf(record.key()), String.valueOf(record.value()));
            }
            inner.process(record);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private static final class NotingFixedKeyProcessor<K, VIn, VOut> implements FixedKeyProcessor<K, VIn, VOut> {
        private final String name;
        private final FixedKeyProcessor<K, VIn, VOut> inner;

        NotingFixedKeyProcessor(String name, FixedKeyProcessor<K, VIn, VOut> inner) {
            this.name = name;
            this.inner = inner;
        }

        @Override
        public void init(FixedKeyProcessorContext<K, VOut> context) {
            inner.init(context);
        }

        @Override
        public void process(FixedKeyRecord<K, VIn> record) {
            SEEN.add(name + " with fixed key " + record.key() + " at " + record.timestamp());
            inner.process(record);
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
