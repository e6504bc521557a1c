package org.stoatflow.streams;

import java.util.Collection;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.dsl.GraphBuilder;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.TopologyBuilder;

/** Builds a topology from streams and tables. Its own methods are synchronized; those of its streams are not. */
public class StreamsBuilder {
    /** The topology that {@link #build()} returns. */
    protected final Topology topology;

    private final GraphBuilder graph;

    /** Creates a builder without streams. */
    public StreamsBuilder() {
        TopologyBuilder nodes = new TopologyBuilder();
        topology = new Topology(nodes);
        graph = new GraphBuilder(nodes);
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
        return stream(Set.of(topic));
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
        return stream(Set.of(topic), consumed);
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
     * @param props the application's configuration, of which {@code topology.optimization} is looked at; may be null
     * @return the topology, the same at each call
     * @throws TopologyException if it is not valid
     * @throws ConfigException if an optimization is asked for other than {@code single.store.self.join}
     */
    public synchronized Topology build(Properties props) {
        if (props != null && props.get(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG) instanceof String asked) {
            StreamsConfig.requireNoOptimization(asked);
            if (StreamsConfig.verifyTopologyOptimizationConfigs(asked).contains(StreamsConfig.SINGLE_STORE_SELF_JOIN)) {
                graph.joinSelvesInOneStore();
            }
        }
        graph.build();
        return topology;
    }
}
