package org.stoatflow.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.RepartitionTopic;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.StoreDeclaration;
import org.stoatflow.topology.Traits;

/** Puts a topology together by hand, for shapes that the DSL does not make yet. Keys are strings. */
final class HandMade {
    /** The traits of an operator that keeps keys, like the DSL's: its stage may run by key. */
    static final Traits OPERATOR = new Traits(true, false);

    private final List<LogicalNode> nodes = new ArrayList<>();
    private final Map<String, StoreDeclaration> stores = new HashMap<>();
    private final Map<String, RepartitionTopic> hops = new HashMap<>();

    HandMade source(String name, String topic, Serde<?> values) {
        nodes.add(new SourceNode(
                name, List.of(topic), null, Serdes.String().deserializer(), values.deserializer(), null, null));
        return this;
    }

    HandMade sink(String name, String topic, Serde<?> values, String... from) {
        return sink(name, topic, values, null, from);
    }

    /** Adds a sink whose partitioner chooses the partitions. */
    HandMade sink(
            String name,
            String topic,
            Serde<?> values,
            @Nullable StreamPartitioner<String, String> partitioner,
            String... from) {
        nodes.add(new SinkNode(
                name, List.of(from), topic, null, Serdes.String().serializer(), values.serializer(), partitioner));
        return this;
    }

    <A, B, C, D> HandMade processor(
            String name, ProcessorSupplier<A, B, C, D> supplier, Traits traits, List<String> ofStores, String... from) {
        nodes.add(new ProcessorNode(name, List.of(from), supplier, ofStores, traits));
        return this;
    }

    /** Adds a store of counts with timestamps, cached if the application has caches. */
    HandMade counts(String name, String user) {
        return store(
                name,
                new StoreDeclaration(
                        Stores.timestampedKeyValueStoreBuilder(
                                        Stores.persistentTimestampedKeyValueStore(name), Serdes.String(), Serdes.Long())
                                .withCachingEnabled(),
                        Set.of(user),
                        null));
    }

    /** Adds a store of strings without timestamps and without a cache. */
    HandMade strings(String name, String... users) {
        return store(
                name,
                new StoreDeclaration(
                        Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore(name), Serdes.String(), Serdes.String()),
                        Set.of(users),
                        null));
    }

    /** Adds a store that a builder describes. */
    HandMade store(StoreBuilder<?> builder, String user) {
        return store(builder.name(), new StoreDeclaration(builder, Set.of(user), null));
    }

    private HandMade store(String name, StoreDeclaration declaration) {
        stores.put(name, declaration);
        return this;
    }

    /** Adds a hop with this number of partitions. */
    HandMade hop(String topic, int partitions) {
        hops.put(topic, new RepartitionTopic(topic, partitions));
        return this;
    }

    LogicalTopology build() {
        return new LogicalTopology(nodes, stores, hops, List.of());
    }
}
