package org.stoatflow.differential;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.AutoOffsetReset;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.TopicNameExtractor;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Topologies that are not valid, and the exceptions they cause; runs on both libraries, see {@link Programs}. */
public final class BadTopologies {
    private interface Attempt {
        void run(Topology topology, StreamsBuilder builder);
    }

    private BadTopologies() {}

    /** The name of the exception for each attempt. */
    public static Map<String, String> run() {
        Map<String, Attempt> attempts = new LinkedHashMap<>();
        addSourcesAndProcessors(attempts);
        addSinksAndStores(attempts);
        addNames(attempts);
        addSourcesOfStreams(attempts);
        addBuilds(attempts);
        addNullsOfStreams(attempts);
        Map<String, String> results = new LinkedHashMap<>();
        attempts.forEach((name, attempt) -> results.put(name, outcome(attempt)));
        return results;
    }

    private static void addSourcesAndProcessors(Map<String, Attempt> attempts) {
        attempts.put("null source name", (t, b) -> t.addSource((String) null, "a"));
        attempts.put("no topics", (t, b) -> t.addSource("s"));
        attempts.put("null topic", (t, b) -> t.addSource("s", (String) null));
        attempts.put("null pattern", (t, b) -> t.addSource("s", (Pattern) null));
        attempts.put("source name twice", (t, b) -> t.addSource("s", "a").addSource("s", "b"));
        attempts.put("topic twice", (t, b) -> t.addSource("s", "a").addSource("z", "a"));
        attempts.put("topic twice in one", (t, b) -> t.addSource("s", "a", "a"));
        attempts.put("topic and pattern", (t, b) -> t.addSource("s", "abc").addSource("z", Pattern.compile("a.*")));
        attempts.put(
                "pattern and topic",
                (t, b) -> t.addSource("z", Pattern.compile("a.*")).addSource("s", "abc"));
        attempts.put(
                "pattern twice",
                (t, b) -> t.addSource("z", Pattern.compile("a.*")).addSource("s", Pattern.compile("a.*")));
        attempts.put("null processor name", (t, b) -> t.addProcessor(null, Programs.user(), "s"));
        attempts.put("null supplier", (t, b) -> t.addSource("s", "a").addProcessor("p", null, "s"));
        attempts.put("one processor for all", (t, b) -> {
            Processor<Object, Object, Object, Object> only = record -> {};
            t.addSource("s", "a").addProcessor("p", () -> only, "s");
        });
        attempts.put("no parents", (t, b) -> t.addProcessor("p", Programs.user()));
        attempts.put("null parent", (t, b) -> t.addProcessor("p", Programs.user(), (String) null));
        attempts.put("unknown parent", (t, b) -> t.addProcessor("p", Programs.user(), "s"));
        attempts.put("own parent", (t, b) -> t.addProcessor("p", Programs.user(), "p"));
        attempts.put(
                "sink as parent",
                (t, b) -> t.addSource("s", "a").addSink("k", "out", "s").addProcessor("p", Programs.user(), "k"));
    }

    private static void addSinksAndStores(Map<String, Attempt> attempts) {
        attempts.put("sink without parents", (t, b) -> t.addSink("k", "out"));
        attempts.put("sink with unknown parent", (t, b) -> t.addSink("k", "out", "s"));
        attempts.put("sink as its own parent", (t, b) -> t.addSink("k", "out", "k"));
        attempts.put("null sink topic", (t, b) -> t.addSource("s", "a").addSink("k", (String) null, "s"));
        attempts.put(
                "null sink extractor",
                (t, b) -> t.addSource("s", "a").addSink("k", (TopicNameExtractor<Object, Object>) null, "s"));
        attempts.put("sink name twice", (t, b) -> t.addSource("s", "a").addSink("s", "out", "s"));
        attempts.put("null store", (t, b) -> t.addStateStore(null));
        attempts.put("store for unknown processor", (t, b) -> t.addStateStore(Programs.store("x"), "p"));
        attempts.put("store for source", (t, b) -> t.addSource("s", "a").addStateStore(Programs.store("x"), "s"));
        attempts.put(
                "store for sink",
                (t, b) -> t.addSource("s", "a").addSink("k", "out", "s").addStateStore(Programs.store("x"), "k"));
        attempts.put(
                "store name twice",
                (t, b) -> t.addStateStore(Programs.store("x")).addStateStore(Programs.store("x")));
        attempts.put("same store twice", (t, b) -> {
            StoreBuilder<KeyValueStore<String, String>> store = Programs.store("x");
            t.addStateStore(store).addStateStore(store);
        });
        attempts.put(
                "connect unknown store",
                (t, b) -> t.addSource("s", "a")
                        .addProcessor("p", Programs.user(), "s")
                        .connectProcessorAndStateStores("p", "x"));
        attempts.put(
                "connect unknown processor",
                (t, b) -> t.addStateStore(Programs.store("x")).connectProcessorAndStateStores("p", "x"));
        attempts.put("connect nothing", (t, b) -> t.connectProcessorAndStateStores("p"));
        attempts.put("connect null", (t, b) -> t.connectProcessorAndStateStores(null, "x"));
        attempts.put(
                "connect source",
                (t, b) -> t.addSource("s", "a")
                        .addStateStore(Programs.store("x"))
                        .connectProcessorAndStateStores("s", "x"));
    }

    private static void addNames(Map<String, Attempt> attempts) {
        attempts.put("empty name", (t, b) -> Named.as(""));
        attempts.put("null name", (t, b) -> Named.as(null));
        attempts.put("dot name", (t, b) -> Named.as("."));
        attempts.put("odd name", (t, b) -> Named.as("a b"));
        attempts.put("long name", (t, b) -> Named.as("x".repeat(250)));
        attempts.put("longest name", (t, b) -> Named.as("x".repeat(249)));
        attempts.put("odd source name", (t, b) -> b.stream("in", Consumed.as("a b")));
        attempts.put("odd sink name", (t, b) -> b.stream("in").to("out", Produced.as("a b")));
        attempts.put("odd store name", (t, b) -> Materialized.as("a b"));
        attempts.put("odd group name", (t, b) -> b.stream("in").groupBy((k, v) -> k, Grouped.as("a b")));
        attempts.put("odd group name by key", (t, b) -> b.stream("in").groupByKey(Grouped.as("a b")));
        attempts.put("long table name", (t, b) -> b.table("in", Consumed.as("x".repeat(245))));
        attempts.put("null store name", (t, b) -> Stores.inMemoryKeyValueStore(null));
        attempts.put("null store supplier", (t, b) -> Stores.keyValueStoreBuilder(null, Serdes.String(), null));
    }

    private static void addSourcesOfStreams(Map<String, Attempt> attempts) {
        attempts.put("negative reset", (t, b) -> AutoOffsetReset.byDuration(Duration.ofMillis(-1)));
        attempts.put("null topics", (t, b) -> b.stream((Set<String>) null));
        attempts.put("no topics of stream", (t, b) -> {
            b.stream(Set.of()).to("out");
            b.build();
        });
        attempts.put("null consumed", (t, b) -> b.stream("in", null));
        attempts.put("null table topic", (t, b) -> b.table(null));
        attempts.put("overlapping topics", (t, b) -> {
            b.stream(Set.of("a", "b")).to("x");
            b.stream("a").to("y");
            b.build();
        });
        attempts.put("overlapping pattern", (t, b) -> {
            b.stream(Pattern.compile("a.*")).to("x");
            b.stream("ab").to("y");
            b.build();
        });
        attempts.put("stream and table of one topic", (t, b) -> {
            b.stream("a").to("x");
            b.table("a").toStream().to("y");
            b.build();
        });
        attempts.put("different resets", (t, b) -> {
            b.stream("a", Consumed.with(AutoOffsetReset.latest())).to("x");
            b.stream("a").to("y");
            b.build();
        });
        attempts.put("same resets", (t, b) -> {
            b.stream("a", Consumed.with(AutoOffsetReset.latest())).to("x");
            b.stream("a", Consumed.with(AutoOffsetReset.latest())).to("y");
            b.build();
        });
    }

    private static void addBuilds(Map<String, Attempt> attempts) {
        attempts.put("operator name twice", (t, b) -> {
            b.stream("a").filter((k, v) -> true, Named.as("f")).filter((k, v) -> true, Named.as("f"));
            b.build();
        });
        attempts.put("store name twice in DSL", (t, b) -> {
            b.stream("a").groupByKey().count(Materialized.as("x"));
            b.stream("b").groupByKey().count(Materialized.as("x"));
            b.build();
        });
        attempts.put("unknown store in DSL", (t, b) -> {
            b.<String, String>stream("a").process(Programs.user(), "x");
            b.build();
        });
        attempts.put("built twice", (t, b) -> {
            KStream<Object, Object> in = b.stream("a");
            in.to("x");
            b.build();
            in.to("y");
            b.build();
        });
    }

    private static void addNullsOfStreams(Map<String, Attempt> attempts) {
        attempts.put("null predicate", (t, b) -> b.stream("in").filter(null));
        attempts.put("null mapper", (t, b) -> b.stream("in").map(null));
        attempts.put("null named", (t, b) -> b.stream("in").peek((k, v) -> {}, null));
        attempts.put("null merge", (t, b) -> b.stream("in").merge(null));
        attempts.put("null topic of sink", (t, b) -> b.stream("in").to((String) null));
        attempts.put("null reducer", (t, b) -> b.stream("in").groupByKey().reduce(null));
        attempts.put("null initializer", (t, b) -> b.stream("in").groupByKey().aggregate(null, (k, v, a) -> a));
        attempts.put("null grouped", (t, b) -> b.stream("in").groupByKey(null));
        attempts.put(
                "null materialized",
                (t, b) -> b.stream("in").toTable((Materialized<Object, Object, KeyValueStore<Bytes, byte[]>>) null));
        attempts.put(
                "null processor names",
                (t, b) -> b.<String, String>stream("in").process(Programs.user(), (String) null));
        attempts.put("one processor for all in DSL", (t, b) -> {
            Processor<Object, Object, Object, Object> only = record -> {};
            b.stream("in").process(() -> only);
        });
        attempts.put("logging with null names", (t, b) -> b.addStateStore(null));
    }

    private static String outcome(Attempt attempt) {
        try {
            attempt.run(new Topology(), new StreamsBuilder());
            return "fine";
        } catch (RuntimeException failure) {
            return failure.getClass().getSimpleName();
        }
    }

    /** What a builder that is built twice describes. */
    public static List<String> builtTwice() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<Object, Object> in = builder.stream("a");
        in.groupByKey().count();
        String first = builder.build().describe().toString();
        in.mapValues(v -> v).to("y");
        builder.stream("a").to("z");
        return List.of(first, builder.build().describe().toString());
    }
}
