package org.stoatflow.differential;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;

/** Topologies with global and read-only stores, good and bad ones; runs on both libraries, see {@link Programs}. */
public final class GlobalPrograms {
    private interface Dsl {
        void build(StreamsBuilder builder);
    }

    private interface Nodes {
        void add(Topology topology);
    }

    private GlobalPrograms() {}

    /** The description of each topology, or the name of the exception that it causes. */
    public static Map<String, String> run() {
        Map<String, Supplier<Topology>> programs = new LinkedHashMap<>();
        addTables(programs);
        addJoins(programs);
        addGlobalStores(programs);
        addReadOnlyStores(programs);
        addRefused(programs);
        addNulls(programs);
        Map<String, String> results = new LinkedHashMap<>();
        programs.forEach((name, program) -> results.put(name, outcome(program)));
        return results;
    }

    private static String outcome(Supplier<Topology> program) {
        try {
            return program.get().describe().toString();
        } catch (RuntimeException failure) {
            return failure.getClass().getSimpleName();
        }
    }

    private static Supplier<Topology> dsl(Dsl program) {
        return () -> {
            StreamsBuilder builder = new StreamsBuilder();
            program.build(builder);
            return builder.build();
        };
    }

    private static Supplier<Topology> nodes(Nodes nodes) {
        return () -> {
            Topology topology = new Topology();
            nodes.add(topology);
            return topology;
        };
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> named(String name) {
        return Materialized.as(name);
    }

    private static void addTables(Map<String, Supplier<Topology>> programs) {
        programs.put("a global table", dsl(b -> b.globalTable("g")));
        programs.put("with consumed", dsl(b -> b.globalTable("g", Consumed.with(Serdes.String(), Serdes.String()))));
        programs.put("with a name", dsl(b -> b.globalTable("g", Consumed.as("table"))));
        programs.put("with a store", dsl(b -> b.<String, String>globalTable("g", named("kept"))));
        programs.put("with both", dsl(b -> b.globalTable("g", Consumed.<String, String>as("table"), named("kept"))));
        programs.put("without a store's name", dsl(b -> b.globalTable("g", Materialized.with(null, null))));
        programs.put(
                "with consumed, without a store's name",
                dsl(b -> b.globalTable("g", Consumed.with(null, null), Materialized.with(null, null))));
        programs.put("names of stores", nodes(t -> {
            StreamsBuilder builder = new StreamsBuilder();
            GlobalKTable<String, String> one = builder.globalTable("g");
            GlobalKTable<String, String> two = builder.globalTable("h", named("kept"));
            GlobalKTable<String, String> three = builder.globalTable("i", Materialized.with(null, null));
            String names = one.queryableStoreName() + two.queryableStoreName() + three.queryableStoreName();
            t.addSource(names.replaceAll("[^-a-zA-Z0-9]", "_"), "in");
        }));
        programs.put("among others", dsl(b -> {
            b.stream("a").to("out-a");
            b.globalTable("g");
            b.table("b").toStream().to("out-b");
            b.globalTable("h");
        }));
        programs.put("first", dsl(b -> {
            b.globalTable("g");
            b.globalTable("h");
            b.stream("a").groupBy((k, v) -> v).count().toStream().to("out");
        }));
    }

    @SuppressWarnings("deprecation") // all kinds of joiners
    private static void addJoins(Map<String, Supplier<Topology>> programs) {
        programs.put("joins", dsl(b -> {
            GlobalKTable<String, String> table = b.globalTable("g");
            KStream<String, String> in = b.stream("in");
            in.join(table, (k, v) -> v, (v, g) -> v + g).to("one");
            in.join(table, (k, v) -> v, (k, v, g) -> k + v + g).to("two");
            in.leftJoin(table, (k, v) -> v, (v, g) -> v + g).to("three");
            in.leftJoin(table, (k, v) -> v, (k, v, g) -> k + v + g).to("four");
        }));
        programs.put("joins by both keys", dsl(b -> {
            GlobalKTable<String, String> table = b.globalTable("g");
            KStream<String, String> in = b.stream("in");
            in.join(table, (k, v) -> v, (k, m, v, g) -> k + m + v + g).to("one");
            in.join(table, (k, v) -> v, (k, m, v, g) -> k + m + v + g, Named.as("a"))
                    .to("two");
            in.leftJoin(table, (k, v) -> v, (k, m, v, g) -> k + m + v + g).to("three");
            in.leftJoin(table, (k, v) -> v, (k, m, v, g) -> k + m + v + g, Named.as("b"))
                    .to("four");
            in.groupByKey().count();
        }));
        programs.put("joins with names", dsl(b -> {
            KStream<String, String> in = b.stream("in");
            GlobalKTable<String, String> table = b.globalTable("g");
            in.join(table, (k, v) -> v, (v, g) -> v + g, Named.as("a")).to("one");
            in.join(table, (k, v) -> v, (k, v, g) -> k + v + g, Named.as("b")).to("two");
            in.leftJoin(table, (k, v) -> v, (v, g) -> v + g, Named.as("c")).to("three");
            in.leftJoin(table, (k, v) -> v, (k, v, g) -> k + v + g, Named.as("d"))
                    .to("four");
            in.groupByKey().count();
        }));
        programs.put("a join keeps what is rekeyed", dsl(b -> {
            GlobalKTable<String, String> table = b.globalTable("g");
            b.<String, String>stream("in")
                    .selectKey((k, v) -> v)
                    .join(table, (k, v) -> v, (v, g) -> v + g)
                    .groupByKey()
                    .count();
        }));
        programs.put("a join of what is not rekeyed", dsl(b -> {
            GlobalKTable<String, String> table = b.globalTable("g");
            b.<String, String>stream("in")
                    .join(table, (k, v) -> v, (v, g) -> v + g)
                    .groupByKey()
                    .count();
        }));
        programs.put("null keys reach a left join behind a repartition", dsl(b -> {
            GlobalKTable<String, String> table = b.globalTable("g");
            b.<String, String>stream("in")
                    .selectKey((k, v) -> v)
                    .repartition()
                    .leftJoin(table, (k, v) -> v, (v, g) -> v + g)
                    .to("out");
        }));
    }

    private static void addGlobalStores(Map<String, Supplier<Topology>> programs) {
        programs.put(
                "a global store",
                dsl(b -> b.addGlobalStore(Programs.store("s"), "g", Consumed.with(null, null), updater())));
        programs.put("with a name for its nodes", dsl(b -> {
            b.addGlobalStore(Programs.store("s"), "g", Consumed.<String, String>as("node"), updater());
            b.<String, String>stream("in").process(Programs.user()).to("out");
        }));
        programs.put(
                "of nodes",
                nodes(t -> t.addSource("a", "in")
                        .addGlobalStore(Programs.store("s"), "src", null, null, "g", "proc", updater())
                        .addSink("k", "out", "a")
                        .addGlobalStore(Programs.store("z"), "src2", null, null, null, "h", "proc2", updater())
                        .addSource("b", "in2")));
    }

    private static void addReadOnlyStores(Map<String, Supplier<Topology>> programs) {
        programs.put(
                "a read-only store",
                nodes(t -> t.addReadOnlyStateStore(Programs.store("s"), "src", null, null, "in", "proc", updater())));
        programs.put(
                "a read-only store that others read",
                nodes(t -> t.addReadOnlyStateStore(
                                Programs.store("s"), "src", null, null, null, "in", "proc", updater())
                        .addSource("a", "other")
                        .addProcessor("p", Programs.user(), "a")
                        .connectProcessorAndStateStores("p", "s")));
        programs.put(
                "a read-only store twice",
                nodes(t -> t.addReadOnlyStateStore(Programs.store("s"), "src", null, null, "in", "proc", updater())
                        .addReadOnlyStateStore(Programs.store("s"), "src2", null, null, "in2", "proc2", updater())));
    }

    private static Topology global(Topology topology) {
        return topology.addGlobalStore(Programs.store("s"), "src", null, null, "g", "proc", updater());
    }

    private static void addRefused(Map<String, Supplier<Topology>> programs) {
        programs.put(
                "store twice",
                nodes(t -> global(t).addGlobalStore(Programs.store("s"), "src2", null, null, "h", "proc2", updater())));
        programs.put(
                "topic twice",
                nodes(t -> global(t).addGlobalStore(Programs.store("z"), "src2", null, null, "g", "proc2", updater())));
        programs.put("topic of a source", nodes(t -> global(t.addSource("a", "g"))));
        programs.put("topic of a pattern", nodes(t -> global(t.addSource("a", Pattern.compile("g.*")))));
        programs.put("source of its topic", nodes(t -> global(t).addSource("a", "g")));
        programs.put("pattern of its topic", nodes(t -> global(t).addSource("a", Pattern.compile("g.*"))));
        programs.put("source's name", nodes(t -> global(t.addSource("src", "in"))));
        programs.put("processor's name", nodes(t -> global(t.addSource("proc", "in"))));
        programs.put("name of its source", nodes(t -> global(t).addSource("src", "in")));
        programs.put(
                "equal names",
                nodes(t -> t.addGlobalStore(Programs.store("s"), "src", null, null, "g", "src", updater())));
        programs.put("store of that name before", nodes(t -> global(t.addStateStore(Programs.store("s")))));
        programs.put("store of that name", nodes(t -> global(t).addStateStore(Programs.store("s"))));
        programs.put(
                "connected",
                nodes(t -> global(t)
                        .addSource("a", "in")
                        .addProcessor("p", Programs.user(), "a")
                        .connectProcessorAndStateStores("p", "s")));
        programs.put("one processor for all", nodes(t -> {
            Processor<Object, Object, Void, Void> only = record -> {};
            t.addGlobalStore(Programs.store("s"), "src", null, null, "g", "proc", () -> only);
        }));
        programs.put("two tables of a topic", dsl(b -> {
            b.globalTable("g");
            b.globalTable("g");
        }));
        programs.put("table and global table of a topic", dsl(b -> {
            b.table("g");
            b.globalTable("g");
        }));
        programs.put("two tables of a store", dsl(b -> {
            b.<String, String>globalTable("g", named("s"));
            b.<String, String>globalTable("h", named("s"));
        }));
        programs.put(
                "stores of the supplier",
                dsl(b -> b.addGlobalStore(Programs.store("s"), "g", Consumed.with(null, null), new Bringing())));
    }

    @SuppressWarnings("ConstantConditions")
    private static void addNulls(Map<String, Supplier<Topology>> programs) {
        programs.put("null topic", dsl(b -> b.globalTable(null)));
        programs.put("null consumed", dsl(b -> b.globalTable("g", (Consumed<String, String>) null)));
        programs.put("null store", dsl(b -> b.addGlobalStore(null, "g", Consumed.with(null, null), updater())));
        programs.put(
                "null topic of a store",
                dsl(b -> b.addGlobalStore(Programs.store("s"), null, Consumed.with(null, null), updater())));
        programs.put(
                "null supplier",
                dsl(b -> b.addGlobalStore(Programs.store("s"), "g", Consumed.<String, String>with(null, null), null)));
        programs.put("null store of nodes", nodes(t -> t.addGlobalStore(null, "a", null, null, "g", "p", updater())));
        programs.put(
                "null supplier of nodes",
                nodes(t -> t.<String, String, KeyValueStore<String, String>>addGlobalStore(
                        Programs.store("s"), "a", null, null, "g", "p", null)));
        programs.put(
                "null source",
                nodes(t -> t.addGlobalStore(Programs.store("s"), null, null, null, "g", "p", updater())));
        programs.put(
                "null processor",
                nodes(t -> t.addGlobalStore(Programs.store("s"), "a", null, null, "g", null, updater())));
        programs.put(
                "null table",
                dsl(b -> b.<String, String>stream("in")
                        .join((GlobalKTable<String, String>) null, (k, v) -> v, (v, g) -> v + g)));
        programs.put(
                "null selector",
                dsl(b -> b.<String, String>stream("in")
                        .join(b.<String, String>globalTable("g"), null, (v, g) -> v + g)));
        programs.put(
                "null name",
                dsl(b -> b.<String, String>stream("in")
                        .join(b.<String, String>globalTable("g"), (k, v) -> v, (v, g) -> v + g, null)));
        programs.put(
                "null store, read-only",
                nodes(t -> t.addReadOnlyStateStore(null, "a", null, null, "g", "p", updater())));
        programs.put(
                "null supplier, read-only",
                nodes(t -> t.<String, String, KeyValueStore<String, String>>addReadOnlyStateStore(
                        Programs.store("s"), "a", null, null, "g", "p", null)));
    }

    private static <K, V> ProcessorSupplier<K, V, Void, Void> updater() {
        return Updater::new;
    }

    private static final class Updater<K, V> implements Processor<K, V, Void, Void> {
        @Override
        public void process(Record<K, V> record) {}
    }

    private static final class Bringing implements ProcessorSupplier<String, String, Void, Void> {
        @Override
        public Processor<String, String, Void, Void> get() {
            return new Updater<>();
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(Programs.store("x"), Programs.store("y"));
        }
    }
}
