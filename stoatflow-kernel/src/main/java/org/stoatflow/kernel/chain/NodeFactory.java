package org.stoatflow.kernel.chain;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.HopTarget;
import org.stoatflow.kernel.clock.PartitionTimes;
import org.stoatflow.kernel.clock.SourceTimes;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.error.InitFailedException;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Hop;
import org.stoatflow.kernel.record.Deserialization;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.kernel.record.Serialization;
import org.stoatflow.kernel.timer.LaneTime;
import org.stoatflow.operator.InnerDeserializer;
import org.stoatflow.operator.InnerSerializer;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/** Makes the nodes and inputs of one lane, with new processors from their suppliers. */
public final class NodeFactory {
    private final Shared shared;
    private final Application application;
    private final Position position;
    private final RecordCursor cursor;
    private final LaneState state;
    private final RecordScope scope;
    private final LaneTime time;
    private final LaneOutput output;
    private final RecordErrors errors;
    private final LaneCounters counters;

    /**
     * What the factories of all lanes share.
     *
     * @param hopTargets the targets of hops, by the repartition topic's name without application id
     */
    public record Shared(
            Application application,
            TimestampExtractor defaultExtractor,
            Map<String, HopTarget> hopTargets,
            SourceTimes sources,
            Runnable commitRequest) {}

    /** The parts of the lane that its nodes are given: the cursor at the current record, and the stores. */
    public record Position(RecordCursor cursor, LaneState state, RecordScope scope) {}

    public NodeFactory(
            Shared shared,
            Position position,
            LaneTime time,
            LaneOutput output,
            RecordErrors errors,
            LaneCounters counters) {
        this.shared = shared;
        this.application = shared.application();
        this.position = position;
        this.cursor = position.cursor();
        this.state = position.state();
        this.scope = position.scope();
        this.time = time;
        this.output = output;
        this.errors = errors;
        this.counters = counters;
    }

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    ProcessorChainNode processor(ProcessorNode node) {
        Processor<?, ?, ?, ?> processor = supplied(node);
        if (processor == null) {
            throw new StreamsException("The supplier of processor " + node.name() + " gave null");
        }
        NodeContext context = new NodeContext(node, position, time, counters, application, shared.commitRequest());
        return new ProcessorChainNode(
                node.name(), (Processor<Object, Object, Object, Object>) processor, context, cursor, errors);
    }

    private static @Nullable Processor<?, ?, ?, ?> supplied(ProcessorNode node) {
        try {
            return node.supplier().get();
        } catch (Exception failure) { // checked exceptions too: other languages throw them undeclared
            throw InitFailedException.ofSupplier(node.name(), failure);
        }
    }

    ChainNode sink(SinkNode sink) {
        Serializer<?> key = keySerializer(sink.keySerializer());
        Serializer<?> value = valueSerializer(sink.valueSerializer());
        HopTarget target = sink.topic() == null ? null : shared.hopTargets().get(sink.topic());
        if (target != null) {
            Hop hop = target.entry().hop();
            return new HopChainNode(
                    sink,
                    new HopChainNode.LaneHop(target.entry(), target.sender(output::onHandedOver)),
                    new Serialization(sink.name(), hop.topic(), key, value, scope, state),
                    keyDeserializer(hop.keyDeserializer()),
                    valueDeserializer(hop.valueDeserializer()),
                    cursor,
                    errors);
        }
        String topic = sink.topic() == null ? "chosen for each record" : sink.topic();
        return new SinkChainNode(
                sink,
                new Serialization(sink.name(), topic, key, value, scope, state),
                cursor,
                output,
                errors,
                application,
                sink.topic() == null ? null : counters.sink(sink.name()));
    }

    /** Makes the forwarder that gives an entry's records to the nodes downstream of the entry. */
    Forwarder forwarder(Entry.Node entry) {
        return new EntryForwarder(
                entry.name(), cursor, application.shownKeys(), scope.ages().source(counters.ages(entry.name())));
    }

    EntryInput input(Entry.Node entry, Forwarder children) {
        SourceNode node = entry.node();
        Deserialization deserialization = new Deserialization(
                keyDeserializer(node.keyDeserializer()),
                valueDeserializer(node.valueDeserializer()),
                application.errors().retry().isOn(),
                application.shownKeys());
        return switch (entry) {
            case Entry.HopEnd end ->
                new HopInput(
                        end,
                        new HopInput.HopSerializers(
                                keySerializer(end.hop().keySerializer()),
                                valueSerializer(end.hop().valueSerializer())),
                        deserialization,
                        cursor,
                        scope,
                        errors,
                        children);
            case Entry.Source source -> source(source, deserialization, children);
        };
    }

    private SourceInput source(Entry.Source entry, Deserialization deserialization, Forwarder children) {
        TimestampExtractor extractor =
                Objects.requireNonNullElse(entry.node().timestampExtractor(), shared.defaultExtractor());
        PartitionTimes times = new PartitionTimes(
                entry.node().topics(), cursor.share(), shared.sources(), SourceInput.isCalled(extractor));
        return new SourceInput(entry, deserialization, extractor, times, scope, errors, children);
    }

    private Serializer<?> keySerializer(@Nullable Serializer<?> own) {
        return own == null ? application.defaultKeySerde().serializer() : own;
    }

    private Serializer<?> valueSerializer(@Nullable Serializer<?> own) {
        if (own instanceof InnerSerializer<?> inner && inner.values() == null) {
            return inner.orElse(application.defaultValueSerde().serializer());
        }
        return own == null ? application.defaultValueSerde().serializer() : own;
    }

    private Deserializer<?> keyDeserializer(@Nullable Deserializer<?> own) {
        return own == null ? application.defaultKeySerde().deserializer() : own;
    }

    private Deserializer<?> valueDeserializer(@Nullable Deserializer<?> own) {
        if (own instanceof InnerDeserializer<?> inner && inner.values() == null) {
            return inner.orElse(application.defaultValueSerde().deserializer());
        }
        return own == null ? application.defaultValueSerde().deserializer() : own;
    }
}
