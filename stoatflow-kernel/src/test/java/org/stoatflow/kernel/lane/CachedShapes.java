package org.stoatflow.kernel.lane;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.testkit.WindowCounts;
import org.stoatflow.operator.CachedStore;
import org.stoatflow.operator.Change;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.RepartitionTopic;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.StoreDeclaration;
import org.stoatflow.topology.Traits;

/** Topologies with caches that are so small that the test can compute the result of a serial run. */
final class CachedShapes {
    static final String OUT = "out";
    static final long WINDOW_MS = 4;
    static final long GRACE_MS = 3;

    private CachedShapes() {}

    /** A cache that feeds a cache in its own stage, then a hop, then a third cache. Values pile up. */
    static LogicalTopology chain() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(SteppedLanes.INPUT, Consumed.with(Serdes.String(), Serdes.String()))
                .groupByKey()
                .reduce(
                        (all, one) -> all + one,
                        Materialized.<String, String, KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>as(
                                        "c1")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.String()))
                .mapValues(
                        value -> value,
                        Materialized.<String, String, KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>as(
                                        "c2")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.String()))
                .toStream()
                .groupBy((key, value) -> key + "'", Grouped.with(Serdes.String(), Serdes.String()))
                .reduce(
                        (all, one) -> all + "|" + one,
                        Materialized.<String, String, KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>as(
                                        "c3")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.String()))
                .toStream()
                .to(OUT, Produced.with(Serdes.String(), Serdes.String()));
        return TopologyAccess.logical(builder.build());
    }

    /**
     * The shape of a foreign-key join, as in the model (tla/Epochs.tla, "cycle"): two stages that reach each other.
     *
     * <pre>
     * L: src -> a [c1] -> hop;  src -> hop;  src -> c [c2];  resp -> c [c2];  c2 -> hop2
     * R: hop -> b [plain] -> resp;  hop2 -> out
     * </pre>
     */
    static LogicalTopology cycle() {
        List<LogicalNode> nodes = List.of(
                source("src", SteppedLanes.INPUT),
                processor("a", List.of("src"), () -> new Piling("c1", false), "c1"),
                sink("to-hop", List.of("src", "a"), "hop"),
                source("resp", "resp"),
                processor("c", List.of("src", "resp"), () -> new Piling("c2", true), "c2"),
                sink("to-hop2", List.of("c"), "hop2"),
                source("hop", "hop"),
                processor("b", List.of("hop"), Answering::new, "plain"),
                sink("to-resp", List.of("b"), "resp"),
                source("hop2", "hop2"),
                processor("d", List.of("hop2"), Joined::new, "plain"),
                sink("to-out", List.of("d"), OUT));
        return new LogicalTopology(
                nodes,
                Map.of("c1", cached("c1", "a"), "c2", cached("c2", "c"), "plain", plain()),
                Map.of(
                        "hop", new RepartitionTopic("hop", SteppedLanes.PARTITIONS),
                        "hop2", new RepartitionTopic("hop2", SteppedLanes.PARTITIONS),
                        "resp", new RepartitionTopic("resp", SteppedLanes.PARTITIONS)),
                List.of());
    }

    /**
     * The same circle with time in it: windows, and where asked a wall-clock punctuator, whose output goes round.
     *
     * <pre>
     * L: src -> w [windows] -> hop;  src -> p [ticks] -> hop
     * </pre>
     */
    static LogicalTopology timedCycle(boolean punctuates) {
        LogicalTopology plain = cycle();
        List<LogicalNode> nodes = new ArrayList<>(plain.nodes());
        nodes.removeIf(node -> node.name().equals("to-hop"));
        nodes.add(new ProcessorNode(
                "w",
                List.of("src"),
                new WindowCounts.Supplier("windows", WINDOW_MS, GRACE_MS),
                List.of("windows"),
                new Traits(true, false)));
        Map<String, StoreDeclaration> stores = new HashMap<>(plain.stores());
        stores.put("windows", strings("windows", "w"));
        if (punctuates) {
            ProcessorSupplier<String, String, String, String> ticking = Ticking::new;
            nodes.add(new ProcessorNode("p", List.of("src"), ticking, List.of("ticks"), Traits.USER));
            stores.put("ticks", strings("ticks", "p"));
        }
        nodes.add(sink("to-hop", punctuates ? List.of("src", "a", "w", "p") : List.of("src", "a", "w"), "hop"));
        return new LogicalTopology(nodes, stores, plain.repartitionTopics(), List.of());
    }

    private static StoreDeclaration strings(String store, String owner) {
        return new StoreDeclaration(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(store), Serdes.String(), Serdes.String()),
                Set.of(owner),
                null);
    }

    private static SourceNode source(String name, String topic) {
        return new SourceNode(
                name,
                List.of(topic),
                null,
                Serdes.String().deserializer(),
                Serdes.String().deserializer(),
                null,
                null);
    }

    private static SinkNode sink(String name, List<String> from, String topic) {
        return new SinkNode(
                name,
                from,
                topic,
                null,
                Serdes.String().serializer(),
                Serdes.String().serializer(),
                null);
    }

    private static ProcessorNode processor(
            String name, List<String> from, ProcessorSupplier<String, String, String, String> supplier, String store) {
        return new ProcessorNode(name, from, supplier, List.of(store), new Traits(true, false));
    }

    private static StoreDeclaration cached(String store, String owner) {
        return new StoreDeclaration(
                Stores.timestampedKeyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore(store), Serdes.String(), Serdes.String())
                        .withCachingEnabled(),
                Set.of(owner),
                null);
    }

    private static StoreDeclaration plain() {
        return new StoreDeclaration(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("plain"), Serdes.String(), Serdes.String()),
                Set.of("b", "d"),
                null);
    }

    /** Appends each value to the values of its key, and forwards them when they leave the cache. */
    private static final class Piling implements Processor<String, String, String, String> {
        private final String name;
        private final boolean sorts;
        private TimestampedKeyValueStore<String, String> store;

        /** @param sorts whether to keep answers, which start with "!", apart behind a bar */
        Piling(String name, boolean sorts) {
            this.name = name;
            this.sorts = sorts;
        }

        @Override
        @SuppressWarnings("unchecked")
        public void init(ProcessorContext<String, String> context) {
            store = context.getStateStore(name);
            boolean cached = ((CachedStore<String, String>) store)
                    .setFlushListener(
                            update -> {
                                Change<ValueAndTimestamp<String>> change = update.value();
                                context.forward(update.withValue(
                                        (sorts ? "" : "*") + change.newValue().value()));
                            },
                            false);
            if (!cached) {
                throw new IllegalStateException(name + " has no cache");
            }
        }

        @Override
        public void process(Record<String, String> record) {
            ValueAndTimestamp<String> before = store.get(record.key());
            String all = before == null ? (sorts ? "/" : "") : before.value();
            int bar = all.indexOf('/');
            String after = !sorts || record.value().startsWith("!")
                    ? all + record.value()
                    : all.substring(0, bar) + record.value() + all.substring(bar);
            store.put(record.key(), ValueAndTimestamp.make(after, record.timestamp()));
        }
    }

    /** Forwards "partition.n" every few milliseconds, n counted in its store. */
    private static final class Ticking implements Processor<String, String, String, String> {
        private KeyValueStore<String, String> store;

        @Override
        public void init(ProcessorContext<String, String> context) {
            store = context.getStateStore("ticks");
            context.schedule(Duration.ofMillis(60), PunctuationType.WALL_CLOCK_TIME, now -> {
                String before = store.get("n");
                int count = before == null ? 1 : Integer.parseInt(before) + 1;
                store.put("n", String.valueOf(count));
                int partition = context.taskId().partition();
                context.forward(new Record<>(
                        String.valueOf(partition), partition + "." + count, context.currentSystemTimeMs()));
            });
        }

        @Override
        public void process(Record<String, String> record) {}
    }

    /** Piles up the values that come, and answers to the next key. */
    private static final class Answering implements Processor<String, String, String, String> {
        private ProcessorContext<String, String> context;
        private KeyValueStore<String, String> store;

        @Override
        public void init(ProcessorContext<String, String> newContext) {
            context = newContext;
            store = newContext.getStateStore("plain");
        }

        @Override
        public void process(Record<String, String> record) {
            String before = store.get(record.key());
            store.put(record.key(), before == null ? record.value() : before + record.value());
            String next = String.valueOf((Integer.parseInt(record.key()) + 1) % FlushScheduleTest.KEYS);
            context.forward(record.withKey(next).withValue("!" + record.value()));
        }
    }

    /** Counts the updates of each key, and passes them on with the count. */
    private static final class Joined implements Processor<String, String, String, String> {
        private ProcessorContext<String, String> context;
        private KeyValueStore<String, String> store;

        @Override
        public void init(ProcessorContext<String, String> newContext) {
            context = newContext;
            store = newContext.getStateStore("plain");
        }

        @Override
        public void process(Record<String, String> record) {
            String key = "n" + record.key();
            String before = store.get(key);
            int count = before == null ? 1 : Integer.parseInt(before) + 1;
            store.put(key, String.valueOf(count));
            context.forward(record.withValue(count + ":" + record.value()));
        }
    }
}
