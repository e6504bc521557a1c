package org.stoatflow.streams;

import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.dsl.GraphBuilder;
import org.stoatflow.dsl.Optimizations;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;

/** Builds a topology from streams and tables. Its own methods are synchronized; those of its streams are not. */
public class StreamsBuilder {
    /** The topology that {@link #build()} returns. */
    protected final Topology topology;

    private final GraphBuilder graph;

    /** Creates a builder without streams. */
    public StreamsBuilder() {
        topology = new Topology();
        graph = new GraphBuilder(topology.builder());
    }

    /**
     * Creates a builder without streams.
     *
     * @param topologyConfigs what is configured while the topology is built, and what its application overrides
     * @throws ConfigException if no wrapper can be made of {@code processor.wrapper.class}
     */
    @SuppressWarnings("this-escape") // as in Kafka Streams: a subclass may make the topology
    public StreamsBuilder(TopologyConfig topologyConfigs) {
        topology = newTopology(topologyConfigs);
        graph = new GraphBuilder(topology.builder());
    }

    /**
     * Makes the topology to which streams and tables are written. Called by the constructor.
     *
     * @param topologyConfigs what is configured
     * @return a topology without nodes
     */
    protected Topology newTopology(TopologyConfig topologyConfigs) {
        return new Topology(topologyConfigs);
    }

    /**
     * Reads a topic as a stream.
     *
     * @param topic the topic
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the stream
     */
    public synchronized <K, V> KStream<K, V> stream(String topic) {
        return stream(Collections.singleton(topic));
    }

    /**
     * Reads a topic as a stream.
     *
     * @param topic the topic
     * @param consumed how to read
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the stream
     */
    public synchronized <K, V> KStream<K, V> stream(String topic, Consumed<K, V> consumed) {
        return stream(Collections.singleton(topic), consumed);
    }

    /**
     * Reads topics as one stream.
     *
     * @param topics the topics
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the stream
     */
    public synchronized <K, V> KStream<K, V> stream(Collection<String> topics) {
        return stream(topics, Consumed.with(null, null));
    }

    /**
     * Reads topics as one stream.
     *
     * @param topics the topics
     * @param consumed how to read
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the stream
     */
    public synchronized <K, V> KStream<K, V> stream(Collection<String> topics, Consumed<K, V> consumed) {
        Objects.requireNonNull(topics, "topics cannot be null");
        Objects.requireNonNull(consumed, "consumed cannot be null");
        return graph.stream(topics, consumed);
    }

    /**
     * Reads all topics that match a pattern, also later ones, as one stream.
     *
     * @param topicPattern matches whole names
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the stream
     */
    public synchronized <K, V> KStream<K, V> stream(Pattern topicPattern) {
        return stream(topicPattern, Consumed.with(null, null));
    }

    /**
     * Reads all topics that match a pattern, also later ones, as one stream.
     *
     * @param topicPattern matches whole names
     * @param consumed how to read
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the stream
     */
    public synchronized <K, V> KStream<K, V> stream(Pattern topicPattern, Consumed<K, V> consumed) {
        Objects.requireNonNull(topicPattern, "topicPattern cannot be null");
        Objects.requireNonNull(consumed, "consumed cannot be null");
        return graph.stream(topicPattern, consumed);
    }

    /**
     * Reads a topic as a table. The serdes are those of {@code consumed}.
     *
     * @param topic the topic
     * @param consumed how to read
     * @param materialized how to keep the table
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public synchronized <K, V> KTable<K, V> table(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(topic, "topic cannot be null");
        Objects.requireNonNull(consumed, "consumed cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        return graph.table(topic, consumed, materialized);
    }

    /**
     * Reads a topic as a table, which is kept only if something downstream needs that.
     *
     * @param topic the topic
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public synchronized <K, V> KTable<K, V> table(String topic) {
        return table(topic, Consumed.with(null, null));
    }

    /**
     * Reads a topic as a table, which is kept only if something downstream needs that.
     *
     * @param topic the topic
     * @param consumed how to read
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public synchronized <K, V> KTable<K, V> table(String topic, Consumed<K, V> consumed) {
        Objects.requireNonNull(topic, "topic cannot be null");
        Objects.requireNonNull(consumed, "consumed cannot be null");
        return graph.table(topic, consumed, Materialized.with(null, null));
    }

    /**
     * Reads a topic as a table. The serdes are those of {@code materialized}.
     *
     * @param topic the topic
     * @param materialized how to keep the table
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public synchronized <K, V> KTable<K, V> table(
            String topic, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(topic, "topic cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        return graph.table(topic, materialized);
    }

    /**
     * Reads all partitions of a topic as a global table.
     *
     * @param topic the topic
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public synchronized <K, V> GlobalKTable<K, V> globalTable(String topic) {
        return globalTable(topic, Consumed.with(null, null));
    }

    /**
     * Reads all partitions of a topic as a global table.
     *
     * @param topic the topic
     * @param consumed how to read; a timestamp extractor and an offset reset in it have no meaning here
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public synchronized <K, V> GlobalKTable<K, V> globalTable(String topic, Consumed<K, V> consumed) {
        Objects.requireNonNull(topic, "topic cannot be null");
        Objects.requireNonNull(consumed, "consumed cannot be null");
        return graph.globalTable(topic, consumed);
    }

    /**
     * Reads all partitions of a topic as a global table. The serdes are those of {@code consumed}.
     *
     * @param topic the topic
     * @param consumed how to read; a timestamp extractor and an offset reset in it have no meaning here
     * @param materialized how to keep the table, with a name: without one, {@link #build()} fails
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public synchronized <K, V> GlobalKTable<K, V> globalTable(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(topic, "topic cannot be null");
        Objects.requireNonNull(consumed, "consumed cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        return graph.globalTable(topic, consumed, materialized);
    }

    /**
     * Reads all partitions of a topic as a global table. The serdes are those of
     * {@code materialized}.
     *
     * @param topic the topic
     * @param materialized how to keep the table, with a name: without one, {@link #build()} fails
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return the table
     */
    public synchronized <K, V> GlobalKTable<K, V> globalTable(
            String topic, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        Objects.requireNonNull(topic, "topic cannot be null");
        Objects.requireNonNull(materialized, "materialized cannot be null");
        return graph.globalTable(topic, materialized);
    }

    /**
     * Adds a state store, which processors connect to by name.
     *
     * @param builder describes the store
     * @return this builder
     */
    public synchronized StreamsBuilder addStateStore(StoreBuilder<?> builder) {
        graph.addStore(Objects.requireNonNull(builder, "builder cannot be null"));
        return this;
    }

    /**
     * Adds a store that holds all partitions of a topic. Only the processor that is given here writes it; every other
     * processor can read it, without being connected to it.
     *
     * @param storeBuilder describes the store, which gets no changelog
     * @param topic the topic
     * @param consumed how to read; a timestamp extractor and an offset reset in it have no meaning here
     * @param stateUpdateSupplier makes the processor, which is given the records of the topic, those read at a start
     *     too, and writes the store. It forwards nothing and schedules nothing
     * @param <KIn> the type of the topic's keys
     * @param <VIn> the type of the topic's values
     * @return this builder
     */
    public synchronized <KIn, VIn> StreamsBuilder addGlobalStore(
            StoreBuilder<?> storeBuilder,
            String topic,
            Consumed<KIn, VIn> consumed,
            ProcessorSupplier<KIn, VIn, Void, Void> stateUpdateSupplier) {
        Objects.requireNonNull(storeBuilder, "storeBuilder cannot be null");
        Objects.requireNonNull(consumed, "consumed cannot be null");
        graph.addGlobalStore(storeBuilder, topic, consumed, stateUpdateSupplier);
        return this;
    }

    /**
     * The topology of all that was built.
     *
     * @return the topology, the same at each call
     * @throws TopologyException if it is not valid
     */
    public synchronized Topology build() {
        return build(null);
    }

    /**
     * The topology of all that was built.
     *
     * @param props the application's configuration, of which {@code topology.optimization} is looked at; null for no
     *     optimization. What is asked for only in the configuration of {@link KafkaStreams} has no effect
     * @return the topology, the same at each call
     * @throws TopologyException if it is not valid, or names are generated that the configuration of the builder
     *     wants to be given
     * @throws ConfigException if there is no such optimization
     */
    public synchronized Topology build(Properties props) {
        graph.build(
                props != null && props.containsKey(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG)
                        ? Optimizations.of((String) props.get(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG))
                        : Optimizations.NONE);
        return topology;
    }
}
