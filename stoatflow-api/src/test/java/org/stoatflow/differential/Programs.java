package org.stoatflow.differential;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.AutoOffsetReset;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Printed;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.RecordContext;
import org.stoatflow.streams.processor.WallclockTimestampExtractor;
import org.stoatflow.streams.processor.api.ContextualFixedKeyProcessor;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/**
 * Programs that run on both libraries: this source is compiled as it stands, and once more by {@link Twin} with the
 * package of the API renamed to that of Kafka Streams. So it may use the mirrored API, the Java library and Kafka's
 * clients only.
 */
public final class Programs {
    private static final Map<String, Supplier<Topology>> PROGRAMS = new LinkedHashMap<>();

    private Programs() {}

    private interface Dsl {
        void build(StreamsBuilder builder);
    }

    private static void dsl(String name, Dsl program) {
        PROGRAMS.put(name, () -> {
            StreamsBuilder builder = new StreamsBuilder();
            program.build(builder);
            return builder.build();
        });
    }

    /** The names of all programs. */
    public static List<String> names() {
        return List.copyOf(PROGRAMS.keySet());
    }

    /** Builds one program. */
    public static Topology build(String name) {
        return PROGRAMS.get(name).get();
    }

    static {
        streams();
        aggregations();
        severalAggregations();
        tables();
        tablesOfStreams();
        merges();
        branches();
        processors();
        topologies();
    }

    private static void streams() {
        dsl("copy", b -> b.stream("in").to("out"));
        dsl("named copy", b -> b.stream("in", Consumed.as("reader")).to("out", Produced.as("writer")));
        dsl("several topics", b -> b.stream(Set.of("a", "b", "c")).to("out"));
        dsl(
                "pattern",
                b -> b.stream(Pattern.compile("in-.*"), Consumed.with(AutoOffsetReset.latest()))
                        .to("out"));
        dsl(
                "extractor sink",
                b -> b.<String, String>stream("in")
                        .to(
                                (key, value, context) -> value,
                                Produced.<String, String>as("chooser").withKeySerde(Serdes.String())));
        dsl(
                "stateless chain",
                b -> b.<String, String>stream("in")
                        .filter((k, v) -> true)
                        .filterNot((k, v) -> false, Named.as("not"))
                        .mapValues(v -> v)
                        .mapValues((k, v) -> v, Named.as("values"))
                        .flatMapValues(v -> List.of(v))
                        .flatMapValues((k, v) -> List.of(v), Named.as("flat"))
                        .peek((k, v) -> {})
                        .peek((k, v) -> {}, Named.as("look"))
                        .to("out"));
        dsl(
                "rekeying chain",
                b -> b.<String, String>stream("in")
                        .map((k, v) -> KeyValue.pair(v, k))
                        .map((k, v) -> KeyValue.pair(v, k), Named.as("mapper"))
                        .flatMap((k, v) -> List.of(KeyValue.pair(v, k)))
                        .flatMap((k, v) -> List.of(KeyValue.pair(v, k)), Named.as("flattener"))
                        .selectKey((k, v) -> v)
                        .selectKey((k, v) -> v, Named.as("selector"))
                        .to("out"));
        dsl("ends", b -> {
            KStream<String, String> in = b.stream("in");
            in.foreach((k, v) -> {});
            in.foreach((k, v) -> {}, Named.as("each"));
            in.print(Printed.toSysOut());
            in.print(Printed.<String, String>toSysOut().withLabel("x").withName("printer"));
        });
    }

    private static void aggregations() {
        dsl("count", b -> b.stream("in").groupByKey().count().toStream().to("out"));
        dsl(
                "count by new key",
                b -> b.stream("in").groupBy((k, v) -> v).count().toStream().to("out"));
        dsl(
                "count named",
                b -> b.stream("in")
                        .groupByKey()
                        .count(Named.as("counter"))
                        .toStream()
                        .to("out"));
        dsl(
                "count kept",
                b -> b.stream("in")
                        .groupBy((k, v) -> v)
                        .count(Materialized.as("counts"))
                        .toStream()
                        .to("out"));
        dsl(
                "count kept and named",
                b -> b.stream("in")
                        .groupBy((k, v) -> v)
                        .count(Named.as("counter"), Materialized.as("counts"))
                        .toStream(Named.as("updates"))
                        .to("out"));
        dsl(
                "count with serdes",
                b -> b.<String, String>stream("in")
                        .groupBy((k, v) -> v, Grouped.with(Serdes.String(), Serdes.String()))
                        .count(Materialized.with(Serdes.String(), Serdes.Long()))
                        .toStream()
                        .to("out"));
        dsl(
                "grouped name",
                b -> b.stream("in")
                        .groupBy((k, v) -> v, Grouped.as("by-value"))
                        .count()
                        .toStream()
                        .to("out"));
        dsl(
                "grouped name by key",
                b -> b.stream("in")
                        .groupByKey(Grouped.as("by-key"))
                        .count()
                        .toStream()
                        .to("out"));
        dsl(
                "grouped name after map",
                b -> b.stream("in")
                        .map((k, v) -> KeyValue.pair(v, k))
                        .groupByKey(Grouped.as("mapped"))
                        .count()
                        .toStream()
                        .to("out"));
    }

    private static void severalAggregations() {
        dsl("two aggregations of one group", b -> {
            KGroupedStream<String, String> group =
                    b.<String, String>stream("in").groupBy((k, v) -> v);
            group.count().toStream().to("counts");
            group.reduce((x, y) -> y).toStream().to("reduced");
        });
        dsl("two aggregations of one named group", b -> {
            KGroupedStream<String, String> group =
                    b.<String, String>stream("in").groupBy((k, v) -> v, Grouped.as("shared"));
            group.count().toStream().to("counts");
            group.reduce((x, y) -> y, Materialized.as("last")).toStream().to("reduced");
            group.aggregate(() -> "", (k, v, a) -> a + v).toStream().to("aggregated");
        });
        dsl(
                "reduce",
                b -> b.<String, String>stream("in")
                        .groupByKey()
                        .reduce((x, y) -> y, Named.as("reducer"), Materialized.as("last"))
                        .toStream()
                        .to("out"));
        dsl(
                "aggregate",
                b -> b.<String, String>stream("in")
                        .groupByKey()
                        .aggregate(
                                () -> 0L, (k, v, a) -> a + 1, Named.as("adder"), Materialized.with(null, Serdes.Long()))
                        .toStream()
                        .to("out"));
        dsl(
                "supplier",
                b -> b.<String, String>stream("in")
                        .groupByKey()
                        .count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("memory"))
                                .withCachingDisabled()
                                .withLoggingDisabled())
                        .toStream()
                        .to("out"));
        dsl(
                "changelog configuration",
                b -> b.<String, String>stream("in")
                        .groupByKey()
                        .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("logged")
                                .withLoggingEnabled(Map.of("retention.ms", "1")))
                        .toStream()
                        .to("out"));
    }

    private static void tables() {
        dsl("table", b -> b.table("in").toStream().to("out"));
        dsl("table kept", b -> b.table("in", Materialized.as("rows")).toStream().to("out"));
        dsl("table named", b -> b.table("in", Consumed.as("reader")).toStream().to("out"));
        dsl(
                "table with all",
                b -> b.table(
                                "in",
                                Consumed.with(Serdes.String(), Serdes.Long()).withName("reader"),
                                Materialized.as("rows"))
                        .toStream((k, v) -> v, Named.as("rekeyed"))
                        .to("out"));
        dsl(
                "table filters",
                b -> b.<String, String>table("in")
                        .filter((k, v) -> true)
                        .filterNot((k, v) -> false, Named.as("not"))
                        .filter((k, v) -> true, Materialized.as("kept"))
                        .filterNot(
                                (k, v) -> true, Named.as("last"), Materialized.with(Serdes.String(), Serdes.String()))
                        .toStream()
                        .to("out"));
        dsl(
                "table filter of kept table",
                b -> b.<String, String>table("in", Materialized.as("rows"))
                        .filter((k, v) -> true)
                        .mapValues(v -> v)
                        .filter((k, v) -> true, Named.as("f"), Materialized.as("kept"))
                        .toStream()
                        .to("out"));
        dsl(
                "table mapping",
                b -> b.<String, String>table("in")
                        .mapValues(v -> v)
                        .mapValues((k, v) -> v)
                        .mapValues(v -> v, Named.as("a"))
                        .mapValues((k, v) -> v, Named.as("b"))
                        .mapValues(v -> v, Materialized.as("c"))
                        .mapValues((k, v) -> v, Materialized.with(null, Serdes.String()))
                        .mapValues(v -> v, Named.as("d"), Materialized.as("e"))
                        .mapValues((k, v) -> v, Named.as("f"), Materialized.as("g"))
                        .toStream((k, v) -> v)
                        .to("out"));
    }

    private static void tablesOfStreams() {
        dsl("to table", b -> b.stream("in").toTable().toStream().to("out"));
        dsl(
                "to table after map",
                b -> b.stream("in").selectKey((k, v) -> v).toTable().toStream().to("out"));
        dsl(
                "to table named",
                b -> b.stream("in")
                        .selectKey((k, v) -> v)
                        .toTable(Named.as("tabled"), Materialized.as("rows"))
                        .toStream()
                        .to("out"));
        dsl(
                "to table kept",
                b -> b.<String, String>stream("in")
                        .toTable(Materialized.with(Serdes.String(), null))
                        .filter((k, v) -> true, Materialized.as("wanted"))
                        .toStream()
                        .to("out"));
        dsl("repartition", b -> b.stream("in").repartition().to("out"));
        dsl(
                "repartition named",
                b -> b.stream("in")
                        .selectKey((k, v) -> v)
                        .repartition(Repartitioned.as("spread").withNumberOfPartitions(7))
                        .groupByKey()
                        .count()
                        .toStream()
                        .to("out"));
        dsl(
                "repartition with serdes",
                b -> b.stream("in", Consumed.with(Serdes.String(), Serdes.Long()))
                        .repartition(Repartitioned.with(null, Serdes.Long()))
                        .to("out"));
    }

    private static void merges() {
        dsl("merge", b -> {
            KStream<String, String> a = b.stream("a");
            KStream<String, String> c = b.<String, String>stream("c").mapValues(v -> v);
            a.merge(c)
                    .merge(b.stream("d"), Named.as("merged"))
                    .groupByKey()
                    .count()
                    .toStream()
                    .to("out");
        });
        dsl("merge of rekeyed", b -> {
            KStream<String, String> a = b.stream("a");
            a.selectKey((k, v) -> v).merge(a).groupByKey().count().toStream().to("out");
        });
        dsl("diamonds", b -> {
            KStream<String, String> stream = b.stream("in");
            for (int i = 0; i < 6; i++) {
                stream = stream.mapValues(v -> v).merge(stream.filter((k, v) -> true));
            }
            stream.to("out");
        });
    }

    private static void branches() {
        dsl("split", b -> {
            Map<String, KStream<String, String>> branches = b.<String, String>stream("in")
                    .split()
                    .branch((k, v) -> true)
                    .branch((k, v) -> true, Branched.as("named"))
                    .branch((k, v) -> true, Branched.withConsumer(branch -> branch.to("consumed")))
                    .branch((k, v) -> true, Branched.withFunction(branch -> branch.mapValues(v -> v), "fn"))
                    .defaultBranch();
            branches.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(branch -> branch.getValue().to("out-" + branch.getKey()));
        });
        dsl(
                "named split",
                b -> b.<String, String>stream("in")
                        .selectKey((k, v) -> v)
                        .split(Named.as("by-"))
                        .branch(
                                (k, v) -> true,
                                Branched.withFunction(branch ->
                                        branch.groupByKey().count().toStream().mapValues(v -> "" + v)))
                        .defaultBranch(Branched.as("rest"))
                        .values()
                        .forEach(branch -> branch.foreach((k, v) -> {})));
        dsl(
                "split without default",
                b -> b.<String, String>stream("in")
                        .split()
                        .branch((k, v) -> true)
                        .noDefaultBranch());
        dsl("same topic twice", b -> {
            b.stream("in").mapValues(v -> v).to("one");
            b.stream("in").filter((k, v) -> true).to("two");
            b.stream(Set.of("a", "b")).to("three");
            b.stream(Set.of("b", "a")).to("four");
            b.stream(Pattern.compile("x.*")).to("five");
            b.stream(Pattern.compile("x.*")).to("six");
        });
        dsl("several parts", b -> {
            b.stream("a").groupByKey().count().toStream().to("out-a");
            b.stream("b").groupBy((k, v) -> v).count().toStream().to("out-b");
            b.table("c").toStream().to("out-c");
            b.stream("a").filter((k, v) -> true).to("out-d");
        });
    }

    private static void processors() {
        dsl("processors", b -> {
            b.addStateStore(store("one")).addStateStore(store("two"));
            b.<String, String>stream("in")
                    .process(user(), "one")
                    .process(user(), Named.as("second"), "one", "two")
                    .processValues(fixed(), "two")
                    .processValues(fixed(), Named.as("fourth"))
                    .to("out");
            b.<String, String>stream("other").process(user(), "two");
        });
        dsl("processors that bring stores", b -> {
            StoreBuilder<?> shared = store("shared");
            b.<String, String>stream("a").process(bringing(shared)).to("x");
            b.<String, String>stream("b").process(bringing(shared)).to("y");
            b.<String, String>stream("c")
                    .processValues(bringingFixed(store("own")))
                    .groupByKey()
                    .count();
        });
        dsl(
                "extractor and reset",
                b -> b.stream(
                                "in",
                                Consumed.with(
                                        Serdes.String(),
                                        Serdes.Long(),
                                        new WallclockTimestampExtractor(),
                                        AutoOffsetReset.byDuration(Duration.ofHours(1))))
                        .to("out", Produced.valueSerde(Serdes.Long())));
    }

    private static void topologies() {
        PROGRAMS.put(
                "papi",
                () -> new Topology()
                        .addSource("s1", "a", "b")
                        .addSource("s2", Pattern.compile("p.*"))
                        .addSource(
                                AutoOffsetReset.earliest(),
                                "s3",
                                Serdes.String().deserializer(),
                                Serdes.Long().deserializer(),
                                "c")
                        .addProcessor("p1", user(), "s1", "s2")
                        .addProcessor("p2", user(), "p1")
                        .addProcessor("p3", user(), "s3")
                        .addStateStore(store("one"), "p1", "p2")
                        .addStateStore(store("two"))
                        .connectProcessorAndStateStores("p2", "two")
                        .addSink("k1", "out", "p1", "p2")
                        .addSink("k2", (String k, String v, RecordContext c) -> v, "p3"));
        PROGRAMS.put(
                "papi parts joined by a store",
                () -> new Topology()
                        .addSource("s1", "a")
                        .addSource("s2", "b")
                        .addSource("s3", "c")
                        .addProcessor("p1", user(), "s1")
                        .addProcessor("p2", user(), "s2")
                        .addProcessor("p3", user(), "s3")
                        .addStateStore(store("shared"), "p1", "p3"));
        PROGRAMS.put("papi store brought twice", () -> {
            StoreBuilder<?> shared = store("shared");
            return new Topology()
                    .addSource("s1", "a")
                    .addSource("s2", "b")
                    .addProcessor("p1", bringing(shared), "s1")
                    .addProcessor("p2", bringing(shared), "s2")
                    .addProcessor("p3", user(), "s2")
                    .connectProcessorAndStateStores("p3", "shared");
        });
    }

    static StoreBuilder<KeyValueStore<String, String>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(), null);
    }

    static ProcessorSupplier<String, String, String, String> user() {
        return UserProcessor::new;
    }

    static FixedKeyProcessorSupplier<String, String, String> fixed() {
        return UserFixedKeyProcessor::new;
    }

    static ProcessorSupplier<String, String, String, String> bringing(StoreBuilder<?> store) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<String, String, String, String> get() {
                return new UserProcessor();
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return Set.of(store);
            }
        };
    }

    static FixedKeyProcessorSupplier<String, String, String> bringingFixed(StoreBuilder<?> store) {
        return new FixedKeyProcessorSupplier<>() {
            @Override
            public FixedKeyProcessor<String, String, String> get() {
                return new UserFixedKeyProcessor();
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return Set.of(store);
            }
        };
    }

    private static final class UserProcessor extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }
    }

    private static final class UserFixedKeyProcessor extends ContextualFixedKeyProcessor<String, String, String> {
        @Override
        public void process(FixedKeyRecord<String, String> record) {
            context().forward(record);
        }
    }
}
