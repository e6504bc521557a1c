package org.stoatflow.differential;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.errors.LogAndContinueExceptionHandler;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.processor.WallclockTimestampExtractor;
import org.stoatflow.streams.processor.api.FixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorWrapper;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.WrappedProcessorSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Programs whose topology a configuration decides; run on both libraries, see {@link Programs}. */
@SuppressWarnings("deprecation") // older keys count too
public final class OptimizedPrograms {
    private static final List<String> CALLS = new ArrayList<>();

    private OptimizedPrograms() {}

    private static Properties settings(Object... more) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "optimized");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }

    private static StreamsConfig config(Object... more) {
        return new StreamsConfig(settings(more));
    }

    /** What each program is under each optimization. */
    public static Map<String, String> describe() {
        Map<String, Consumer<StreamsBuilder>> programs = new LinkedHashMap<>();
        programs.put("two counts behind one key change", b -> {
            KStream<String, String> changed = b.<String, String>stream("in").selectKey((k, v) -> v);
            changed.groupByKey().count().toStream().to("all");
            changed.filter((k, v) -> true).groupByKey().count(Materialized.as("some"));
        });
        programs.put("named groups behind one key change", b -> {
            KStream<String, String> changed = b.<String, String>stream("in").map(KeyValue::pair);
            changed.groupByKey(Grouped.as("first")).count();
            changed.peek((k, v) -> {}).groupByKey(Grouped.as("second")).count();
        });
        programs.put("a merge of changed streams", b -> {
            KStream<String, String> one = b.<String, String>stream("one").selectKey((k, v) -> v);
            KStream<String, String> two = b.<String, String>stream("two").selectKey((k, v) -> v);
            KStream<String, String> both = one.merge(two);
            both.groupByKey().count(Materialized.as("a"));
            both.groupByKey().count(Materialized.as("b"));
        });
        programs.put("values change between", b -> {
            KStream<String, String> changed = b.<String, String>stream("in").selectKey((k, v) -> v);
            changed.mapValues(v -> v + v).groupByKey().count();
            changed.groupByKey().count();
        });
        programs.put("a joined stream and a count", b -> {
            KTable<String, String> table = b.table("table");
            KStream<String, String> changed = b.<String, String>stream("in").selectKey((k, v) -> v);
            changed.join(table, (v, t) -> v + t).to("joined");
            changed.leftJoin(table, (v, t) -> v + t).to("left");
            changed.groupByKey().count().toStream().to("counts");
        });
        programs.put("a table that is kept", b -> b.table("in", Materialized.as("kept")));
        programs.put(
                "a table that is kept and not logged",
                b -> b.table(
                        "in",
                        Consumed.with(Serdes.String(), Serdes.String()),
                        Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("kept")
                                .withLoggingDisabled()));
        programs.put("toTable behind a key change", b -> {
            KStream<String, String> changed = b.<String, String>stream("in").selectKey((k, v) -> v);
            changed.toTable(Materialized.as("rows"));
            changed.groupByKey().count(Named.as("counted"));
        });
        Map<String, String> results = new LinkedHashMap<>();
        for (String optimization : List.of(
                "none", "all", "merge.repartition.topics", "reuse.ktable.source.topics,merge.repartition.topics")) {
            programs.forEach((name, program) -> {
                StreamsBuilder builder = new StreamsBuilder();
                program.accept(builder);
                Properties settings = settings(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, optimization);
                builder.build(settings);
                results.put(
                        optimization + ": " + name,
                        builder.build(settings).describe().toString());
            });
        }
        return results;
    }

    /** What the wrapper was asked for, in order of the names, by random programs. */
    public static List<String> wrapped() {
        TreeSet<String> all = new TreeSet<>();
        for (long seed = 0; seed < 200; seed++) {
            CALLS.clear();
            try {
                RandomPrograms.configured(seed, "none", StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, Counting.class);
            } catch (RuntimeException refused) {
                CALLS.add("refused with " + refused.getClass().getSimpleName());
            }
            for (String call : CALLS) {
                all.add(seed + ": " + call);
            }
        }
        return List.copyOf(all);
    }

    /** Notes what it is asked for, and brings a store to processors of the user's. */
    public static final class Counting implements ProcessorWrapper {
        @Override
        public void configure(Map<String, ?> configs) {
            CALLS.add("configured for " + configs.get(StreamsConfig.APPLICATION_ID_CONFIG));
        }

        @Override
        public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
                String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
            CALLS.add(processorName + " brings " + names(processorSupplier.stores()));
            return ProcessorWrapper.asWrapped(processorSupplier);
        }

        @Override
        public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
                String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
            CALLS.add(processorName + " with fixed keys brings " + names(processorSupplier.stores()));
            return ProcessorWrapper.asWrappedFixedKey(processorSupplier);
        }

        private static Set<String> names(Set<StoreBuilder<?>> stores) {
            Set<String> names = new TreeSet<>();
            if (stores != null) {
                stores.forEach(store -> names.add(store.name()));
            }
            return names;
        }
    }

    /** Brings a store to every processor. */
    public static final class Bringing implements ProcessorWrapper {
        private static final StoreBuilder<?> BROUGHT =
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("brought"), Serdes.String(), Serdes.String());

        @Override
        public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
                String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
            return new WrappedProcessorSupplier<>() {
                @Override
                public Processor<KIn, VIn, KOut, VOut> get() {
                    return processorSupplier.get();
                }

                @Override
                public Set<StoreBuilder<?>> stores() {
                    return Set.of(BROUGHT);
                }
            };
        }

        @Override
        public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
                String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
            return new WrappedFixedKeyProcessorSupplier<>() {
                @Override
                public FixedKeyProcessor<KIn, VIn, VOut> get() {
                    return processorSupplier.get();
                }

                @Override
                public Set<StoreBuilder<?>> stores() {
                    return Set.of(BROUGHT);
                }
            };
        }
    }

    /** Is no wrapper. */
    public static final class NoWrapper {}

    private static final class Ignoring implements Processor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {}
    }

    private static final class IgnoringValues implements FixedKeyProcessor<String, String, String> {
        @Override
        public void process(FixedKeyRecord<String, String> record) {}
    }

    private static Topology papi(TopologyConfig config) {
        return new Topology(config)
                .addSource("source", "in")
                .addProcessor("first", Ignoring::new, "source")
                .addProcessor("second", Ignoring::new, "source")
                .addSink("sink", "out", "first");
    }

    private static String fixedKeys(TopologyConfig config) {
        StreamsBuilder builder = new StreamsBuilder(config);
        builder.<String, String>stream("in").processValues(IgnoringValues::new, Named.as("fixed"));
        return builder.build().describe().toString();
    }

    /** What configurations say, and what they do to topologies. */
    public static List<String> configs() {
        List<String> seen = new ArrayList<>();
        seen.add(text(new TopologyConfig(config())));
        seen.add(text(new TopologyConfig(config(
                StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 7L, StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 8L))));
        seen.add(text(new TopologyConfig(null, config(), settings(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 9L))));
        Properties overrides = settings(
                StreamsConfig.MAX_TASK_IDLE_MS_CONFIG,
                9L,
                StreamsConfig.TASK_TIMEOUT_MS_CONFIG,
                "10",
                StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG,
                11,
                StreamsConfig.CACHE_MAX_BYTES_BUFFERING_CONFIG,
                12L,
                StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG,
                WallclockTimestampExtractor.class,
                StreamsConfig.DEFAULT_DSL_STORE_CONFIG,
                StreamsConfig.IN_MEMORY,
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueExceptionHandler.class);
        seen.add(text(new TopologyConfig("named", config(), overrides)));
        overrides.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        seen.add(text(new TopologyConfig("named", config(), overrides)));
        TopologyConfig bringing =
                new TopologyConfig(config(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, Bringing.class));
        seen.add(papi(bringing).describe().toString());
        seen.add(fixedKeys(bringing));
        for (Object wrapper : List.of(NoWrapper.class, "no.such.Wrapper")) {
            seen.add(String.valueOf(wrapper).replaceAll("org.stoatflow.[a-z]*.", "") + ": " + failure(wrapper));
        }
        for (Object value : List.of(true, "TRUE", "no", 1)) {
            seen.add(value + ": "
                    + TopologyConfig.InternalConfig.getBoolean(Map.of("key", value), "key", true)
                    + TopologyConfig.InternalConfig.getBoolean(Map.of("key", value), "other", false));
        }
        return seen;
    }

    private static String failure(Object wrapper) {
        try {
            papi(new TopologyConfig(config(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, wrapper)));
            return "none";
        } catch (RuntimeException refused) {
            return refused.getClass().getSimpleName();
        }
    }

    private static String text(TopologyConfig config) {
        TopologyConfig.TaskConfig task = config.getTaskConfig();
        return config.topologyName + " " + config.isNamedTopology() + " " + config.eosEnabled + " "
                + config.maxBufferedSize + " " + config.cacheSize + " " + config.maxTaskIdleMs + " "
                + config.taskTimeoutMs + " " + config.storeType + " "
                + config.ensureExplicitInternalResourceNaming + " " + task.maxBufferedSize + " " + task.maxTaskIdleMs
                + " " + task.taskTimeoutMs + " " + task.eosEnabled + " "
                + task.timestampExtractor.getClass().getSimpleName() + " "
                + task.deserializationExceptionHandler.getClass().getSimpleName() + " "
                + task.processingExceptionHandler.getClass().getSimpleName();
    }
}
