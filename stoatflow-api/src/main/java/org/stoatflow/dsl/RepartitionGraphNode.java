package org.stoatflow.dsl;

import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.StreamOperators;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.topology.RepartitionTopic;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.TopologyBuilder;
import org.stoatflow.topology.Traits;

/**
 * Leads records to the owners of their keys. Records without a key are left out, unless an operator downstream has a
 * use for them ({@link GraphNode#useNullKeys}).
 */
final class RepartitionGraphNode<K, V> extends GraphNode {
    private final Names names;
    private final RepartitionTopic topic;
    private final @Nullable Serde<K> keySerde;
    private final @Nullable Serde<V> valueSerde;
    private final @Nullable StreamPartitioner<K, V> partitioner;

    /** The names of its three nodes. The source's is that of the graph's node. */
    record Names(String filter, String sink, String source) {}

    RepartitionGraphNode(
            Names names,
            RepartitionTopic topic,
            @Nullable Serde<K> keySerde,
            @Nullable Serde<V> valueSerde,
            @Nullable StreamPartitioner<K, V> partitioner) {
        super(names.source());
        this.names = names;
        this.topic = topic;
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
        this.partitioner = partitioner;
        is(Role.REPARTITIONS);
    }

    String topic() {
        return topic.name();
    }

    @Nullable
    Serde<K> keySerde() {
        return keySerde;
    }

    @Nullable
    Serde<V> valueSerde() {
        return valueSerde;
    }

    @Override
    void write(TopologyBuilder target, List<String> parents) {
        boolean all = leadsToUseOfNullKeys();
        target.addRepartitionTopic(topic);
        GraphBuilder.write(
                target,
                names.filter(),
                StreamOperators.filter((key, value) -> all || key != null, true),
                parents,
                new Traits(true, false));
        target.addSink(new SinkNode(
                names.sink(),
                List.of(names.filter()),
                topic.name(),
                null,
                keySerde == null ? null : keySerde.serializer(),
                valueSerde == null ? null : valueSerde.serializer(),
                partitioner));
        target.addSource(new SourceNode(
                names.source(),
                List.of(topic.name()),
                null,
                keySerde == null ? null : keySerde.deserializer(),
                valueSerde == null ? null : valueSerde.deserializer(),
                new FailOnInvalidTimestamp(),
                null));
    }
}
