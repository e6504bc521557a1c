package org.stoatflow.dsl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.FixedKeyAdapter;
import org.stoatflow.operator.FixedKeySupplier;
import org.stoatflow.operator.TableSource;
import org.stoatflow.operator.WindowGrace;
import org.stoatflow.streams.TopologyConfig;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.ProcessorWrapping;
import org.stoatflow.topology.RepartitionTopic;
import org.stoatflow.topology.TopologyBuilder;
import org.stoatflow.topology.Traits;
import org.stoatflow.topology.WrappedSupplier;

/**
 * The graph to which streams and tables add their nodes, and its translation to a topology. A node is written when all
 * of its parents are, and the oldest such node first, so that names, order and sub-topologies are those of Kafka
 * Streams.
 */
public final class GraphBuilder {
    static final String TABLE_SOURCE_SUFFIX = "-source";
    private static final Pattern GENERATED = Pattern.compile("KSTREAM.*-[0-9]{10}");

    private final NameCounter names;
    private final TopologyBuilder topology;
    private final RepartitionMerging repartitions = new RepartitionMerging();
    private final GraphNode root = new GraphNode("root", (ignored, parents) -> {});
    private int nextPriority;

    /**
     * Creates a graph without nodes.
     *
     * @param topology the builder to write to
     */
    public GraphBuilder(TopologyBuilder topology) {
        this.topology = topology;
        names = new NameCounter(topology.settings().implicitNames());
    }

    /**
     * Adds a source.
     *
     * @param topics the topics to read
     * @param consumed how to read them
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the stream
     */
    public <K, V> KStream<K, V> stream(Collection<String> topics, Consumed<K, V> consumed) {
        return stream(new HashSet<>(topics), null, new ConsumedInternals<>(consumed));
    }

    /**
     * Adds a source.
     *
     * @param topics matches the topics to read
     * @param consumed how to read them
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the stream
     */
    public <K, V> KStream<K, V> stream(Pattern topics, Consumed<K, V> consumed) {
        return stream(Set.of(), topics, new ConsumedInternals<>(consumed));
    }

    private <K, V> KStream<K, V> stream(
            Set<String> topics, @Nullable Pattern pattern, ConsumedInternals<K, V> consumed) {
        String name = consumed.name().orFrom(names, Prefixes.SOURCE);
        GraphNode node = new SourceGraphNode(name, topics, pattern, consumed);
        add(root, node);
        return new DslStream<>(
                this, node, new Origin<>(name, consumed.keySerde(), consumed.valueSerde(), Set.of(name)), false);
    }

    /**
     * Adds a table. Its serdes are those of {@code consumed}.
     *
     * @param topic the topic to read
     * @param consumed how to read it
     * @param materialized how to keep it
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public <K, V> KTable<K, V> table(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        ConsumedInternals<K, V> internals = new ConsumedInternals<>(consumed);
        materialized.withKeySerde(internals.keySerde()).withValueSerde(internals.valueSerde());
        return table(topic, internals, new MaterializedInternals<>(materialized, names, topic + "-"));
    }

    /**
     * Adds a table. Its serdes are those of {@code materialized}.
     *
     * @param topic the topic to read
     * @param materialized how to keep it
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public <K, V> KTable<K, V> table(String topic, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        MaterializedInternals<K, V> internals = new MaterializedInternals<>(materialized, names, topic + "-");
        return table(
                topic, new ConsumedInternals<>(Consumed.with(internals.keySerde(), internals.valueSerde())), internals);
    }

    private <K, V> KTable<K, V> table(
            String topic, ConsumedInternals<K, V> consumed, MaterializedInternals<K, V> materialized) {
        NameChoice choice = consumed.name();
        String sourceName = choice.withSuffixOrFrom(TABLE_SOURCE_SUFFIX, names, Prefixes.SOURCE);
        String name = choice.orFrom(names, Prefixes.TABLE_SOURCE);
        TableSource<K, V> supplier = new TableSource<>(materialized.store(), materialized.queryableName() != null);
        GraphNode node = new TableSourceGraphNode<>(name, consumed, sourceName, topic, supplier);
        add(root, node);
        return new DslTable<>(
                this,
                node,
                new Origin<>(name, consumed.keySerde(), consumed.valueSerde(), Set.of(sourceName)),
                supplier,
                materialized.queryableName());
    }

    /**
     * Adds a global table, which queries find under a generated name.
     *
     * @param topic the topic to read
     * @param consumed how to read it
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public <K, V> GlobalKTable<K, V> globalTable(String topic, Consumed<K, V> consumed) {
        ConsumedInternals<K, V> internals = new ConsumedInternals<>(consumed);
        MaterializedInternals<K, V> materialized = new MaterializedInternals<>(
                Materialized.<K, V, KeyValueStore<Bytes, byte[]>>with(internals.keySerde(), internals.valueSerde())
                        .withLoggingDisabled(),
                names,
                topic + "-");
        return GlobalNodes.addTable(this, topic, internals, materialized, materialized.storeName());
    }

    /**
     * Adds a global table. Its serdes are those of {@code consumed}.
     *
     * @param topic the topic to read
     * @param consumed how to read it
     * @param materialized how to keep it
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public <K, V> GlobalKTable<K, V> globalTable(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        ConsumedInternals<K, V> internals = new ConsumedInternals<>(consumed);
        materialized
                .withKeySerde(internals.keySerde())
                .withValueSerde(internals.valueSerde())
                .withLoggingDisabled();
        MaterializedInternals<K, V> kept = new MaterializedInternals<>(materialized, names, topic + "-");
        return GlobalNodes.addTable(this, topic, internals, kept, kept.queryableName());
    }

    /**
     * Adds a global table. Its serdes are those of {@code materialized}.
     *
     * @param topic the topic to read
     * @param materialized how to keep it
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public <K, V> GlobalKTable<K, V> globalTable(
            String topic, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        MaterializedInternals<K, V> kept =
                new MaterializedInternals<>(materialized.withLoggingDisabled(), names, topic + "-");
        Consumed<K, V> consumed = Consumed.with(kept.keySerde(), kept.valueSerde());
        return GlobalNodes.addTable(this, topic, new ConsumedInternals<>(consumed), kept, kept.queryableName());
    }

    /**
     * Adds a global store.
     *
     * @param builder describes the store
     * @param topic the topic to read
     * @param consumed how to read it
     * @param stateUpdateSupplier makes the processor that writes the store
     * @param <K> the type of keys
     * @param <V> the type of values
     */
    public <K, V> void addGlobalStore(
            StoreBuilder<?> builder,
            String topic,
            Consumed<K, V> consumed,
            ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        GlobalNodes.addStore(this, builder, topic, new ConsumedInternals<>(consumed), stateUpdateSupplier);
    }

    /** Adds a node without parents. */
    void addRoot(GraphNode child) {
        add(root, child);
    }

    /**
     * Adds a state store.
     *
     * @param builder describes the store
     */
    public void addStore(StoreBuilder<?> builder) {
        add(root, new GraphNode(builder.name(), (target, parents) -> target.addStore(builder)));
    }

    /**
     * Writes all nodes that were added since the last call.
     *
     * @param optimizations how to change the graph before
     * @throws TopologyException if the topology is not valid
     */
    public void build(Optimizations optimizations) {
        mergeSources();
        if (optimizations.mergeRepartitions()) {
            repartitions.apply(this, topology);
        }
        root.reachable().forEach(node -> node.optimize(optimizations));
        PriorityQueue<GraphNode> waiting = new PriorityQueue<>(Comparator.comparingInt(GraphNode::priority));
        Set<GraphNode> seen = new HashSet<>();
        root.writeIfReady(topology);
        waiting.addAll(root.children());
        while (!waiting.isEmpty()) {
            GraphNode node = waiting.remove();
            if (node.writeIfReady(topology) && seen.add(node)) {
                waiting.addAll(node.children());
            }
        }
        topology.requireEqualPartitions();
        topology.settings().implicitNames().check();
    }

    private void mergeSources() {
        List<SourceGraphNode> kept = new ArrayList<>();
        for (GraphNode node : root.children()) {
            if (node instanceof SourceGraphNode source) {
                SourceGraphNode same =
                        kept.stream().filter(source::readsSameAs).findFirst().orElse(null);
                if (same != null) {
                    same.merge(source);
                    root.remove(source);
                } else if (kept.stream().anyMatch(source::overlaps)) {
                    throw new TopologyException(
                            "Two streams read topics that overlap but are not the same; read each topic once");
                } else {
                    kept.add(source);
                }
            }
        }
    }

    /**
     * Whether {@code process} and {@code processValues} count as changes of keys and values where repartitions are
     * merged. As in Kafka Streams they do only where an internal key says so.
     */
    boolean processChanges() {
        TopologyConfig config = topology.settings().config();
        return config != null
                && TopologyConfig.InternalConfig.getBoolean(
                        config.originals(), TopologyConfig.InternalConfig.ENABLE_PROCESS_PROCESSVALUE_FIX, false);
    }

    NameCounter names() {
        return names;
    }

    /** Declares that the topics of these sources have the same number of partitions, since they are joined. */
    void copartition(Set<String> sources) {
        topology.copartition(sources);
    }

    void add(GraphNode parent, GraphNode child) {
        parent.add(child, nextPriority++);
        repartitions.added(child);
    }

    /** A node that runs processors of a supplier of the DSL or of the user. */
    GraphNode processor(String name, ProcessorSupplier<?, ?, ?, ?> supplier, Traits traits, String... stores) {
        long graceMs = supplier instanceof WindowGrace windows ? windows.windowGraceMs() : GraphNode.NO_WINDOWS;
        return new GraphNode(name, graceMs, (target, parents) -> {
            write(target, name, supplier, parents, traits);
            for (String store : stores) {
                target.connect(name, store);
            }
        });
    }

    static void write(
            TopologyBuilder target,
            String name,
            ProcessorSupplier<?, ?, ?, ?> supplier,
            List<String> parents,
            Traits traits) {
        ProcessorNode node = new ProcessorNode(name, parents, supplier, List.of(), traits);
        ProcessorWrapping wrapping = target.settings().wrapping();
        if (wrapping.wraps() && supplier instanceof FixedKeySupplier<?, ?, ?> fixedKey) {
            target.addWithStores(wrapped(node, fixedKey, wrapping));
        } else {
            target.addWrapped(node);
        }
    }

    /** A node of fixed-key processors, which the wrapper is asked for as such. */
    private static <K, VIn, VOut> ProcessorNode wrapped(
            ProcessorNode node, FixedKeySupplier<K, VIn, VOut> declared, ProcessorWrapping wrapping) {
        FixedKeyProcessorSupplier<K, VIn, VOut> outer = wrapping.wrapFixedKey(node.name(), declared.asFixedKey());
        return node.suppliedBy(new WrappedSupplier<>(declared, new FixedKeyAdapter<>(outer)));
    }

    /**
     * A node that leads records to the owners of their keys. Takes three names from the counter, used or not.
     *
     * @param prefix starts the names of topic and nodes
     */
    <K, V> GraphNode repartition(
            String prefix,
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            @Nullable StreamPartitioner<K, V> partitioner,
            int partitions) {
        return newRepartition(prefix, keySerde, valueSerde, partitioner, partitions);
    }

    /**
     * Notes a repartition for the check of generated names, before {@link #repartition} makes its node.
     *
     * @param named whether the user has given the prefix
     */
    void noteRepartition(String prefix, boolean named) {
        if (!named) {
            names.implicit().addRepartition(InternalTopics.repartitionName(prefix));
        }
    }

    /** A node that takes the place of others, whose topic it has. */
    <K, V> RepartitionGraphNode<K, V> newRepartition(
            String topic, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
        return newRepartition(topic, keySerde, valueSerde, null, -1);
    }

    private <K, V> RepartitionGraphNode<K, V> newRepartition(
            String prefix,
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            @Nullable StreamPartitioner<K, V> partitioner,
            int partitions) {
        String topic = InternalTopics.repartitionName(prefix);
        String nextSink = names.next(Prefixes.SINK);
        String nextFilter = names.next(Prefixes.FILTER);
        String nextSource = names.next(Prefixes.SOURCE);
        boolean generated = GENERATED.matcher(prefix).matches();
        String sink = generated ? nextSink : topic + "-sink";
        String filter = generated ? nextFilter : topic + "-filter";
        String source = generated ? nextSource : topic + "-source";
        return new RepartitionGraphNode<>(
                new RepartitionGraphNode.Names(filter, sink, source),
                new RepartitionTopic(topic, partitions),
                keySerde,
                valueSerde,
                partitioner);
    }
}
