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
import org.stoatflow.operator.StreamOperators;
import org.stoatflow.operator.TableSource;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.InternalTopics;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.RepartitionTopic;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.TopologyBuilder;
import org.stoatflow.topology.Traits;

/**
 * The graph that streams and tables add their nodes to, and its translation to a topology. Nodes are written when all
 * of their parents are, the oldest first, so that names, order and sub-topologies are those of Kafka Streams.
 */
public final class GraphBuilder {
    private static final String TABLE_SOURCE_SUFFIX = "-source";
    private static final Pattern GENERATED = Pattern.compile("KSTREAM.*-[0-9]{10}");

    private final NameCounter names = new NameCounter();
    private final TopologyBuilder topology;
    private final GraphNode root = new GraphNode("root", (ignored, parents) -> {});
    private int nextPriority;

    /**
     * Creates a graph without nodes.
     *
     * @param topology what to write to
     */
    public GraphBuilder(final TopologyBuilder topology) {
        this.topology = topology;
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
    public <K, V> KStream<K, V> stream(final Collection<String> topics, final Consumed<K, V> consumed) {
        return stream(new HashSet<>(topics), null, new ConsumedView<>(consumed));
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
    public <K, V> KStream<K, V> stream(final Pattern topics, final Consumed<K, V> consumed) {
        return stream(Set.of(), topics, new ConsumedView<>(consumed));
    }

    private <K, V> KStream<K, V> stream(
            final Set<String> topics, final @Nullable Pattern pattern, final ConsumedView<K, V> consumed) {
        final String name = consumed.name().orFrom(names, Prefixes.SOURCE);
        final GraphNode node = new SourceGraphNode(name, topics, pattern, consumed);
        add(root, node);
        return new StreamImpl<>(
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
            final String topic,
            final Consumed<K, V> consumed,
            final Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        final ConsumedView<K, V> view = new ConsumedView<>(consumed);
        materialized.withKeySerde(view.keySerde()).withValueSerde(view.valueSerde());
        return table(topic, view, new MaterializedView<>(materialized, names, topic + "-"));
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
    public <K, V> KTable<K, V> table(
            final String topic, final Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        final MaterializedView<K, V> view = new MaterializedView<>(materialized, names, topic + "-");
        return table(topic, new ConsumedView<>(Consumed.with(view.keySerde(), view.valueSerde())), view);
    }

    private <K, V> KTable<K, V> table(
            final String topic, final ConsumedView<K, V> consumed, final MaterializedView<K, V> materialized) {
        final NameChoice choice = consumed.name();
        final String sourceName = choice.withSuffixOrFrom(TABLE_SOURCE_SUFFIX, names, Prefixes.SOURCE);
        final String name = choice.orFrom(names, Prefixes.TABLE_SOURCE);
        final TableSource<K, V> supplier =
                new TableSource<>(materialized.store(), materialized.queryableName() != null);
        final GraphNode node = new GraphNode(name, (target, parents) -> {
            target.addSource(consumed.source(sourceName, List.of(topic), null));
            write(target, name, supplier, List.of(sourceName), new Traits(true, false));
        });
        add(root, node);
        return new TableImpl<>(
                this,
                node,
                new Origin<>(name, consumed.keySerde(), consumed.valueSerde(), Set.of(sourceName)),
                supplier,
                materialized.queryableName());
    }

    /**
     * Adds a state store.
     *
     * @param builder describes the store
     */
    public void addStore(final StoreBuilder<?> builder) {
        add(root, new GraphNode(builder.name(), (target, parents) -> target.addStore(builder)));
    }

    /**
     * Writes all nodes that were added since the last call.
     *
     * @throws TopologyException if the topology is not valid
     */
    public void build() {
        mergeSources();
        final PriorityQueue<GraphNode> waiting = new PriorityQueue<>(Comparator.comparingInt(GraphNode::priority));
        final Set<GraphNode> seen = new HashSet<>();
        root.writeIfReady(topology);
        waiting.addAll(root.children());
        while (!waiting.isEmpty()) {
            final GraphNode node = waiting.remove();
            if (node.writeIfReady(topology) && seen.add(node)) {
                waiting.addAll(node.children());
            }
        }
    }

    private void mergeSources() {
        final List<SourceGraphNode> kept = new ArrayList<>();
        for (final GraphNode node : root.children()) {
            if (node instanceof SourceGraphNode source) {
                final SourceGraphNode same =
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

    NameCounter names() {
        return names;
    }

    void add(final GraphNode parent, final GraphNode child) {
        parent.add(child, nextPriority++);
    }

    /** A node that runs processors of a supplier that the DSL made, or the user. */
    GraphNode processor(
            final String name,
            final ProcessorSupplier<?, ?, ?, ?> supplier,
            final Traits traits,
            final String... stores) {
        return new GraphNode(name, (target, parents) -> {
            write(target, name, supplier, parents, traits);
            for (final String store : stores) {
                target.connect(name, store);
            }
        });
    }

    private static void write(
            final TopologyBuilder target,
            final String name,
            final ProcessorSupplier<?, ?, ?, ?> supplier,
            final List<String> parents,
            final Traits traits) {
        target.addProcessor(new ProcessorNode(name, parents, supplier, List.of(), traits));
        final Set<StoreBuilder<?>> stores = supplier.stores();
        if (stores != null) {
            for (final StoreBuilder<?> store : stores) {
                target.addStore(store);
                target.connect(name, store.name());
            }
        }
    }

    /**
     * A node that leads records to the owners of their keys. Takes three names from the counter, used or not.
     *
     * @param prefix starts the names of topic and nodes
     */
    <K, V> GraphNode repartition(
            final String prefix,
            final @Nullable Serde<K> keySerde,
            final @Nullable Serde<V> valueSerde,
            final @Nullable StreamPartitioner<K, V> partitioner,
            final int partitions) {
        final String topic = InternalTopics.repartitionName(prefix);
        final String nextSink = names.next(Prefixes.SINK);
        final String nextFilter = names.next(Prefixes.FILTER);
        final String nextSource = names.next(Prefixes.SOURCE);
        final boolean generated = GENERATED.matcher(prefix).matches();
        final String sink = generated ? nextSink : topic + "-sink";
        final String filter = generated ? nextFilter : topic + "-filter";
        final String source = generated ? nextSource : topic + "-source";
        return new GraphNode(source, (target, parents) -> {
            target.addRepartitionTopic(new RepartitionTopic(topic, partitions));
            write(
                    target,
                    filter,
                    StreamOperators.filter((key, value) -> key != null, true),
                    parents,
                    new Traits(true, false));
            target.addSink(new SinkNode(
                    sink,
                    List.of(filter),
                    topic,
                    null,
                    keySerde == null ? null : keySerde.serializer(),
                    valueSerde == null ? null : valueSerde.serializer(),
                    partitioner));
            target.addSource(new SourceNode(
                    source,
                    List.of(topic),
                    null,
                    keySerde == null ? null : keySerde.deserializer(),
                    valueSerde == null ? null : valueSerde.deserializer(),
                    new FailOnInvalidTimestamp(),
                    null));
        });
    }
}
