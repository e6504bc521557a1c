package org.stoatflow.streams;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.processor.TopicNameExtractor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.ResetPolicy;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.SupplierWithStore;
import org.stoatflow.topology.TopologyBuilder;
import org.stoatflow.topology.TopologyText;
import org.stoatflow.topology.Traits;

/**
 * A graph of sources, processors and sinks. Built node by node here, or by a {@link StreamsBuilder}. Safe for use by
 * several threads, though an application that runs does not see later additions.
 */
public class Topology {
    static {
        TopologyAccess.install(Topology::logical, Topology::configured);
    }

    private final TopologyBuilder builder;

    /** Creates a topology without nodes. */
    public Topology() {
        this(new TopologyBuilder());
    }

    /**
     * Creates a topology without nodes.
     *
     * @param topologyConfigs what is configured while it is built, and what its application overrides
     * @throws ConfigException if no wrapper can be made of {@code processor.wrapper.class}
     */
    public Topology(TopologyConfig topologyConfigs) {
        this(new TopologyBuilder(Objects.requireNonNull(topologyConfigs, "topologyConfigs cannot be null")));
    }

    private Topology(TopologyBuilder builder) {
        this.builder = builder;
    }

    /** The builder that holds the nodes. A {@link StreamsBuilder} writes to it. */
    TopologyBuilder builder() {
        return builder;
    }

    /**
     * Where a source starts without a committed offset.
     *
     * @deprecated use {@link org.stoatflow.streams.AutoOffsetReset}
     */
    @Deprecated
    public enum AutoOffsetReset {
        /** At the first record that is still there. */
        EARLIEST,
        /** After the last record. */
        LATEST
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param name the node's name, unique in the topology
     * @param topics the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized Topology addSource(String name, String... topics) {
        return add(new SourceNode(named(name), listed(topics), null, null, null, null, null));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param topics the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     * @deprecated use the overload with {@link org.stoatflow.streams.AutoOffsetReset}
     */
    @Deprecated
    public synchronized Topology addSource(AutoOffsetReset offsetReset, String name, String... topics) {
        return add(new SourceNode(named(name), listed(topics), null, null, null, null, policy(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param topics the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized Topology addSource(
            org.stoatflow.streams.AutoOffsetReset offsetReset, String name, String... topics) {
        return add(new SourceNode(named(name), listed(topics), null, null, null, null, ResetPolicy.of(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param name the node's name, unique in the topology
     * @param topicPattern matches the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized Topology addSource(String name, Pattern topicPattern) {
        return add(new SourceNode(named(name), List.of(), pattern(topicPattern), null, null, null, null));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param topicPattern matches the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     * @deprecated use the overload with {@link org.stoatflow.streams.AutoOffsetReset}
     */
    @Deprecated
    public synchronized Topology addSource(AutoOffsetReset offsetReset, String name, Pattern topicPattern) {
        return add(
                new SourceNode(named(name), List.of(), pattern(topicPattern), null, null, null, policy(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param topicPattern matches the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized Topology addSource(
            org.stoatflow.streams.AutoOffsetReset offsetReset, String name, Pattern topicPattern) {
        return add(new SourceNode(
                named(name), List.of(), pattern(topicPattern), null, null, null, ResetPolicy.of(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param timestampExtractor gives records their event time; null for the default one
     * @param name the node's name, unique in the topology
     * @param topics the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized Topology addSource(TimestampExtractor timestampExtractor, String name, String... topics) {
        return add(new SourceNode(named(name), listed(topics), null, null, null, timestampExtractor, null));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param timestampExtractor gives records their event time; null for the default one
     * @param name the node's name, unique in the topology
     * @param topics the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     * @deprecated use the overload with {@link org.stoatflow.streams.AutoOffsetReset}
     */
    @Deprecated
    public synchronized Topology addSource(
            AutoOffsetReset offsetReset, TimestampExtractor timestampExtractor, String name, String... topics) {
        return add(
                new SourceNode(named(name), listed(topics), null, null, null, timestampExtractor, policy(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param timestampExtractor gives records their event time; null for the default one
     * @param name the node's name, unique in the topology
     * @param topics the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized Topology addSource(
            org.stoatflow.streams.AutoOffsetReset offsetReset,
            TimestampExtractor timestampExtractor,
            String name,
            String... topics) {
        return add(new SourceNode(
                named(name), listed(topics), null, null, null, timestampExtractor, ResetPolicy.of(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param timestampExtractor gives records their event time; null for the default one
     * @param name the node's name, unique in the topology
     * @param topicPattern matches the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized Topology addSource(TimestampExtractor timestampExtractor, String name, Pattern topicPattern) {
        return add(new SourceNode(named(name), List.of(), pattern(topicPattern), null, null, timestampExtractor, null));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param timestampExtractor gives records their event time; null for the default one
     * @param name the node's name, unique in the topology
     * @param topicPattern matches the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     * @deprecated use the overload with {@link org.stoatflow.streams.AutoOffsetReset}
     */
    @Deprecated
    public synchronized Topology addSource(
            AutoOffsetReset offsetReset, TimestampExtractor timestampExtractor, String name, Pattern topicPattern) {
        return add(new SourceNode(
                named(name), List.of(), pattern(topicPattern), null, null, timestampExtractor, policy(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param timestampExtractor gives records their event time; null for the default one
     * @param name the node's name, unique in the topology
     * @param topicPattern matches the topics
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized Topology addSource(
            org.stoatflow.streams.AutoOffsetReset offsetReset,
            TimestampExtractor timestampExtractor,
            String name,
            Pattern topicPattern) {
        return add(new SourceNode(
                named(name),
                List.of(),
                pattern(topicPattern),
                null,
                null,
                timestampExtractor,
                ResetPolicy.of(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param name the node's name, unique in the topology
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topics the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized <K, V> Topology addSource(
            String name, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer, String... topics) {
        return add(new SourceNode(named(name), listed(topics), null, keyDeserializer, valueDeserializer, null, null));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topics the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     * @deprecated use the overload with {@link org.stoatflow.streams.AutoOffsetReset}
     */
    @Deprecated
    public synchronized <K, V> Topology addSource(
            AutoOffsetReset offsetReset,
            String name,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            String... topics) {
        return add(new SourceNode(
                named(name), listed(topics), null, keyDeserializer, valueDeserializer, null, policy(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param timestampExtractor gives records their event time; null for the default one
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topics the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     * @deprecated use the overload with {@link org.stoatflow.streams.AutoOffsetReset}
     */
    @Deprecated
    public synchronized <K, V> Topology addSource(
            AutoOffsetReset offsetReset,
            String name,
            TimestampExtractor timestampExtractor,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            String... topics) {
        return add(new SourceNode(
                named(name),
                listed(topics),
                null,
                keyDeserializer,
                valueDeserializer,
                timestampExtractor,
                policy(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topics the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized <K, V> Topology addSource(
            org.stoatflow.streams.AutoOffsetReset offsetReset,
            String name,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            String... topics) {
        return add(new SourceNode(
                named(name),
                listed(topics),
                null,
                keyDeserializer,
                valueDeserializer,
                null,
                ResetPolicy.of(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param timestampExtractor gives records their event time; null for the default one
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topics the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized <K, V> Topology addSource(
            org.stoatflow.streams.AutoOffsetReset offsetReset,
            String name,
            TimestampExtractor timestampExtractor,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            String... topics) {
        return add(new SourceNode(
                named(name),
                listed(topics),
                null,
                keyDeserializer,
                valueDeserializer,
                timestampExtractor,
                ResetPolicy.of(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param name the node's name, unique in the topology
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topicPattern matches the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized <K, V> Topology addSource(
            String name, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer, Pattern topicPattern) {
        return add(new SourceNode(
                named(name), List.of(), pattern(topicPattern), keyDeserializer, valueDeserializer, null, null));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topicPattern matches the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     * @deprecated use the overload with {@link org.stoatflow.streams.AutoOffsetReset}
     */
    @Deprecated
    public synchronized <K, V> Topology addSource(
            AutoOffsetReset offsetReset,
            String name,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            Pattern topicPattern) {
        return add(new SourceNode(
                named(name),
                List.of(),
                pattern(topicPattern),
                keyDeserializer,
                valueDeserializer,
                null,
                policy(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param timestampExtractor gives records their event time; null for the default one
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topicPattern matches the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     * @deprecated use the overload with {@link org.stoatflow.streams.AutoOffsetReset}
     */
    @Deprecated
    public synchronized <K, V> Topology addSource(
            AutoOffsetReset offsetReset,
            String name,
            TimestampExtractor timestampExtractor,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            Pattern topicPattern) {
        return add(new SourceNode(
                named(name),
                List.of(),
                pattern(topicPattern),
                keyDeserializer,
                valueDeserializer,
                timestampExtractor,
                policy(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topicPattern matches the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized <K, V> Topology addSource(
            org.stoatflow.streams.AutoOffsetReset offsetReset,
            String name,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            Pattern topicPattern) {
        return add(new SourceNode(
                named(name),
                List.of(),
                pattern(topicPattern),
                keyDeserializer,
                valueDeserializer,
                null,
                ResetPolicy.of(offsetReset)));
    }

    /**
     * Adds a source: a node that reads topics.
     *
     * @param offsetReset where to start without a committed offset; null for the consumer's configuration
     * @param name the node's name, unique in the topology
     * @param timestampExtractor gives records their event time; null for the default one
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topicPattern matches the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or another source reads one of the topics
     */
    public synchronized <K, V> Topology addSource(
            org.stoatflow.streams.AutoOffsetReset offsetReset,
            String name,
            TimestampExtractor timestampExtractor,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            Pattern topicPattern) {
        return add(new SourceNode(
                named(name),
                List.of(),
                pattern(topicPattern),
                keyDeserializer,
                valueDeserializer,
                timestampExtractor,
                ResetPolicy.of(offsetReset)));
    }

    /**
     * Adds a sink: a node that writes a topic.
     *
     * @param name the node's name, unique in the topology
     * @param topic the topic
     * @param parentNames the nodes to write the records of
     * @return this topology
     * @throws TopologyException if the name is taken, or a parent is missing or a sink
     */
    public synchronized Topology addSink(String name, String topic, String... parentNames) {
        return add(new SinkNode(named(name), parents(parentNames), topic(topic), null, null, null, null));
    }

    /**
     * Adds a sink: a node that writes a topic.
     *
     * @param name the node's name, unique in the topology
     * @param topic the topic
     * @param keySerializer null for that of the default serde
     * @param valueSerializer null for that of the default serde
     * @param parentNames the nodes to write the records of
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or a parent is missing or a sink
     */
    public synchronized <K, V> Topology addSink(
            String name,
            String topic,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            String... parentNames) {
        return add(new SinkNode(
                named(name), parents(parentNames), topic(topic), null, keySerializer, valueSerializer, null));
    }

    /**
     * Adds a sink: a node that writes a topic.
     *
     * @param name the node's name, unique in the topology
     * @param topic the topic
     * @param partitioner chooses the partition; null for the default one
     * @param parentNames the nodes to write the records of
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or a parent is missing or a sink
     */
    public synchronized <K, V> Topology addSink(
            String name, String topic, StreamPartitioner<? super K, ? super V> partitioner, String... parentNames) {
        return add(new SinkNode(named(name), parents(parentNames), topic(topic), null, null, null, partitioner));
    }

    /**
     * Adds a sink: a node that writes a topic.
     *
     * @param name the node's name, unique in the topology
     * @param topic the topic
     * @param keySerializer null for that of the default serde
     * @param valueSerializer null for that of the default serde
     * @param partitioner chooses the partition; null for the default one
     * @param parentNames the nodes to write the records of
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or a parent is missing or a sink
     */
    public synchronized <K, V> Topology addSink(
            String name,
            String topic,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            StreamPartitioner<? super K, ? super V> partitioner,
            String... parentNames) {
        return add(new SinkNode(
                named(name), parents(parentNames), topic(topic), null, keySerializer, valueSerializer, partitioner));
    }

    /**
     * Adds a sink: a node that writes a topic.
     *
     * @param name the node's name, unique in the topology
     * @param topicExtractor chooses the topic of each record
     * @param parentNames the nodes to write the records of
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or a parent is missing or a sink
     */
    public synchronized <K, V> Topology addSink(
            String name, TopicNameExtractor<? super K, ? super V> topicExtractor, String... parentNames) {
        return add(new SinkNode(named(name), parents(parentNames), null, extractor(topicExtractor), null, null, null));
    }

    /**
     * Adds a sink: a node that writes a topic.
     *
     * @param name the node's name, unique in the topology
     * @param topicExtractor chooses the topic of each record
     * @param keySerializer null for that of the default serde
     * @param valueSerializer null for that of the default serde
     * @param parentNames the nodes to write the records of
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or a parent is missing or a sink
     */
    public synchronized <K, V> Topology addSink(
            String name,
            TopicNameExtractor<? super K, ? super V> topicExtractor,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            String... parentNames) {
        return add(new SinkNode(
                named(name),
                parents(parentNames),
                null,
                extractor(topicExtractor),
                keySerializer,
                valueSerializer,
                null));
    }

    /**
     * Adds a sink: a node that writes a topic.
     *
     * @param name the node's name, unique in the topology
     * @param topicExtractor chooses the topic of each record
     * @param partitioner chooses the partition; null for the default one
     * @param parentNames the nodes to write the records of
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or a parent is missing or a sink
     */
    public synchronized <K, V> Topology addSink(
            String name,
            TopicNameExtractor<? super K, ? super V> topicExtractor,
            StreamPartitioner<? super K, ? super V> partitioner,
            String... parentNames) {
        return add(new SinkNode(
                named(name), parents(parentNames), null, extractor(topicExtractor), null, null, partitioner));
    }

    /**
     * Adds a sink: a node that writes a topic.
     *
     * @param name the node's name, unique in the topology
     * @param topicExtractor chooses the topic of each record
     * @param keySerializer null for that of the default serde
     * @param valueSerializer null for that of the default serde
     * @param partitioner chooses the partition; null for the default one
     * @param parentNames the nodes to write the records of
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return this topology
     * @throws TopologyException if the name is taken, or a parent is missing or a sink
     */
    public synchronized <K, V> Topology addSink(
            String name,
            TopicNameExtractor<? super K, ? super V> topicExtractor,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            StreamPartitioner<? super K, ? super V> partitioner,
            String... parentNames) {
        return add(new SinkNode(
                named(name),
                parents(parentNames),
                null,
                extractor(topicExtractor),
                keySerializer,
                valueSerializer,
                partitioner));
    }

    /**
     * Adds a processor, with the stores that its supplier brings.
     *
     * @param name the node's name, unique in the topology
     * @param processorSupplier makes the processors
     * @param parentNames the nodes whose records it processes
     * @param <KIn> the type of input keys
     * @param <VIn> the type of input values
     * @param <KOut> the type of forwarded keys
     * @param <VOut> the type of forwarded values
     * @return this topology
     * @throws TopologyException if the name is taken, or a parent is missing or a sink
     * @throws IllegalArgumentException if the supplier returns one processor twice
     */
    public synchronized <KIn, VIn, KOut, VOut> Topology addProcessor(
            String name, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier, String... parentNames) {
        TopologyBuilder.requireNewObjects(processorSupplier);
        builder.addWrapped(new ProcessorNode(
                named(name),
                parents(parentNames),
                processorSupplier,
                List.of(),
                Traits.USER.declaredBy(processorSupplier)));
        return this;
    }

    /**
     * Adds a state store.
     *
     * @param storeBuilder describes the store
     * @param processorNames the processors that use it; others may be connected later
     * @param <S> the type of the store
     * @return this topology
     * @throws TopologyException if another store has that name, or a processor is missing
     */
    public synchronized <S extends StateStore> Topology addStateStore(
            StoreBuilder<S> storeBuilder, String... processorNames) {
        builder.addStore(storeBuilder);
        if (processorNames != null) {
            for (String processor : processorNames) {
                builder.connect(processor, storeBuilder.name());
            }
        }
        return this;
    }

    /**
     * Adds a store that holds the rows of a topic, and a source and a processor of its own that write it. Other
     * processors may be connected to it, and only read it. The topic is the store's changelog.
     *
     * @param storeBuilder describes the store, which gets no changelog
     * @param sourceName the name of the source, unique in the topology
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topic the topic
     * @param processorName the name of the processor, unique in the topology
     * @param stateUpdateSupplier makes the processor that writes the store; it forwards nothing
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <S> the type of the store
     * @return this topology
     * @throws TopologyException if a name is taken, or another source reads the topic
     * @throws IllegalArgumentException if the supplier returns one processor twice
     */
    public synchronized <K, V, S extends StateStore> Topology addReadOnlyStateStore(
            StoreBuilder<S> storeBuilder,
            String sourceName,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            String topic,
            String processorName,
            ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        return addReadOnlyStateStore(
                storeBuilder,
                sourceName,
                null,
                keyDeserializer,
                valueDeserializer,
                topic,
                processorName,
                stateUpdateSupplier);
    }

    /**
     * Adds a store that holds the rows of a topic, and a source and a processor of its own that write it. Other
     * processors may be connected to it, and only read it. The topic is the store's changelog.
     *
     * @param storeBuilder describes the store, which gets no changelog
     * @param sourceName the name of the source, unique in the topology
     * @param timestampExtractor gives records their event time; null for the default one
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topic the topic
     * @param processorName the name of the processor, unique in the topology
     * @param stateUpdateSupplier makes the processor that writes the store; it forwards nothing
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <S> the type of the store
     * @return this topology
     * @throws TopologyException if a name is taken, or another source reads the topic
     * @throws IllegalArgumentException if the supplier returns one processor twice
     */
    public synchronized <K, V, S extends StateStore> Topology addReadOnlyStateStore(
            StoreBuilder<S> storeBuilder,
            String sourceName,
            TimestampExtractor timestampExtractor,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            String topic,
            String processorName,
            ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        String source = named(sourceName);
        String read = topic(topic);
        builder.addSource(new SourceNode(
                source,
                List.of(read),
                null,
                keyDeserializer,
                valueDeserializer,
                timestampExtractor,
                new ResetPolicy(ResetPolicy.Start.EARLIEST, null)));
        TopologyBuilder.requireNewObjects(stateUpdateSupplier);
        builder.addProcessor(
                new ProcessorNode(named(processorName), List.of(source), stateUpdateSupplier, List.of(), Traits.USER));
        addStateStore(storeBuilder, processorName);
        storeBuilder.withLoggingDisabled();
        builder.restoreFrom(storeBuilder.name(), read);
        return this;
    }

    /**
     * Adds a store that holds all partitions of a topic, and a source and a processor of its own that write it. Every
     * other processor can read it, without being connected to it.
     *
     * @param storeBuilder describes the store, which gets no changelog
     * @param sourceName the name of the source, unique in the topology
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topic the topic
     * @param processorName the name of the processor, unique in the topology
     * @param stateUpdateSupplier makes the processor that writes the store; it forwards nothing
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <S> the type of the store
     * @return this topology
     * @throws TopologyException if a name is taken, or another source reads the topic
     * @throws IllegalArgumentException if the supplier returns one processor twice
     */
    public synchronized <K, V, S extends StateStore> Topology addGlobalStore(
            StoreBuilder<S> storeBuilder,
            String sourceName,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            String topic,
            String processorName,
            ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        return addGlobalStore(
                storeBuilder,
                sourceName,
                null,
                keyDeserializer,
                valueDeserializer,
                topic,
                processorName,
                stateUpdateSupplier);
    }

    /**
     * Adds a store that holds all partitions of a topic, and a source and a processor of its own that write it. Every
     * other processor can read it, without being connected to it.
     *
     * @param storeBuilder describes the store, which gets no changelog
     * @param sourceName the name of the source, unique in the topology
     * @param timestampExtractor has no meaning here: records have the timestamps of the topic
     * @param keyDeserializer null for that of the default serde
     * @param valueDeserializer null for that of the default serde
     * @param topic the topic
     * @param processorName the name of the processor, unique in the topology
     * @param stateUpdateSupplier makes the processor that writes the store; it forwards nothing
     * @param <K> the type of keys
     * @param <V> the type of values
     * @param <S> the type of the store
     * @return this topology
     * @throws TopologyException if a name is taken, or another source reads the topic
     * @throws IllegalArgumentException if the supplier returns one processor twice
     */
    public synchronized <K, V, S extends StateStore> Topology addGlobalStore(
            StoreBuilder<S> storeBuilder,
            String sourceName,
            TimestampExtractor timestampExtractor,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer,
            String topic,
            String processorName,
            ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        SourceNode source = new SourceNode(
                named(sourceName),
                List.of(topic(topic)),
                null,
                keyDeserializer,
                valueDeserializer,
                timestampExtractor,
                null);
        ProcessorSupplier<K, V, Void, Void> supplier = new SupplierWithStore<>(stateUpdateSupplier, storeBuilder);
        builder.addGlobalStore(
                source,
                new ProcessorNode(named(processorName), List.of(sourceName), supplier, List.of(), Traits.USER),
                true);
        return this;
    }

    /**
     * Lets a processor use state stores.
     *
     * @param processorName the processor
     * @param stateStoreNames the stores
     * @return this topology
     * @throws TopologyException if the processor or a store is missing, or no store is given
     */
    public synchronized Topology connectProcessorAndStateStores(String processorName, String... stateStoreNames) {
        Objects.requireNonNull(processorName, "processorName cannot be null");
        Objects.requireNonNull(stateStoreNames, "stateStoreNames cannot be a null array");
        if (stateStoreNames.length == 0) {
            throw new TopologyException("No state store to connect to " + processorName + " is given");
        }
        for (String store : stateStoreNames) {
            builder.connect(processorName, store);
        }
        return this;
    }

    /**
     * Describes the topology.
     *
     * @return its sub-topologies and nodes, as they are now
     */
    public synchronized TopologyDescription describe() {
        return new TopologyText(builder.build());
    }

    private synchronized LogicalTopology logical() {
        return builder.build();
    }

    private StreamsConfig configured(StreamsConfig application) {
        return builder.settings().appliedTo(application);
    }

    private Topology add(SourceNode source) {
        builder.addSource(source);
        return this;
    }

    private Topology add(SinkNode sink) {
        builder.addSink(sink);
        return this;
    }

    private static String named(String name) {
        return Objects.requireNonNull(name, "name cannot be null");
    }

    private static String topic(String topic) {
        return Objects.requireNonNull(topic, "topic cannot be null");
    }

    private static Pattern pattern(Pattern topicPattern) {
        return Objects.requireNonNull(topicPattern, "topicPattern cannot be null");
    }

    private static <K, V> TopicNameExtractor<K, V> extractor(TopicNameExtractor<K, V> topicExtractor) {
        return Objects.requireNonNull(topicExtractor, "topicExtractor cannot be null");
    }

    private static List<String> listed(String... topics) {
        return Arrays.asList(Objects.requireNonNull(topics, "topics cannot be null"));
    }

    private static List<String> parents(String... parentNames) {
        Objects.requireNonNull(parentNames, "predecessorNames cannot be null");
        for (String parent : parentNames) {
            Objects.requireNonNull(parent, "parent name cannot be null");
        }
        return List.of(parentNames);
    }

    @SuppressWarnings("deprecation")
    private static ResetPolicy policy(AutoOffsetReset asked) {
        if (asked == null) {
            return null;
        }
        return switch (asked) {
            case EARLIEST -> new ResetPolicy(ResetPolicy.Start.EARLIEST, null);
            case LATEST -> new ResetPolicy(ResetPolicy.Start.LATEST, null);
        };
    }
}
