package org.stoatflow.kernel.lane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Hop;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/** Makes one lane's {@link Chain} from its stage: new processors from their suppliers, linked node to node. */
final class ChainBuilder {
    private final LaneParts parts;
    private final Stage stage;
    private final Application application;
    private final Map<String, HopTarget> hopTargets;
    private final TimestampExtractor defaultExtractor;
    private final Set<String> beforeUserCode;
    private final Map<String, List<ChainNode>> children = new HashMap<>();
    private final Map<String, NodeContext> contexts = new HashMap<>();

    /** @param hopTargets by name of the repartition topic, without application id */
    ChainBuilder(LaneParts parts, Map<String, HopTarget> hopTargets, TimestampExtractor defaultExtractor) {
        this.parts = parts;
        this.stage = parts.stage();
        this.application = parts.application();
        this.hopTargets = hopTargets;
        this.defaultExtractor = defaultExtractor;
        this.beforeUserCode = beforeUserCode(stage);
    }

    Chain build() {
        List<ChainNode> nodes = new ArrayList<>();
        for (LogicalNode logical : stage.nodes()) {
            ChainNode node = switch (logical) {
                case SourceNode source -> null;
                case ProcessorNode processor -> processor(processor);
                case SinkNode sink -> sink(sink);
            };
            if (node != null) {
                nodes.add(node);
                for (String predecessor : logical.predecessors()) {
                    children.computeIfAbsent(predecessor, name -> new ArrayList<>())
                            .add(node);
                }
            }
        }
        contexts.forEach(this::link);
        Map<Integer, Door> doors = new HashMap<>();
        Map<Integer, int[]> hopsFedBy = new HashMap<>();
        for (Entry entry : stage.entries()) {
            switch (entry) {
                case Entry.Node node -> {
                    doors.put(node.id(), door(node));
                    hopsFedBy.put(node.id(), Chain.reachableHops(List.of(node.name()), children));
                }
                case Entry.Timer timer -> doors.put(timer.id(), new TimerDoor(parts));
                case Entry.Flush flush -> {}
            }
        }
        return new Chain(stage.entries(), doors, nodes, hopsFedBy);
    }

    private void link(String name, NodeContext context) {
        context.link(children.getOrDefault(name, List.of()), !beforeUserCode.contains(name));
    }

    /** The nodes whose records can come to a processor of the user's, which may keep them. */
    private static Set<String> beforeUserCode(Stage stage) {
        Set<String> found = new HashSet<>();
        for (LogicalNode node : stage.nodes().reversed()) { // each comes after its predecessors
            if (found.contains(node.name()) || node instanceof ProcessorNode processor && processor.isUsers()) {
                found.addAll(node.predecessors());
            }
        }
        return found;
    }

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    private ProcessorChainNode processor(ProcessorNode node) {
        Processor<?, ?, ?, ?> processor = node.supplier().get();
        if (processor == null) {
            throw new StreamsException("The supplier of processor " + node.name() + " gave null");
        }
        boolean keepsKeys = stage.isByKey() && node.traits().keyLocal();
        NodeContext context = new NodeContext(node.name(), node.stores(), parts, keepsKeys);
        contexts.put(node.name(), context);
        return new ProcessorChainNode(
                parts, node.name(), (Processor<Object, Object, Object, Object>) processor, context);
    }

    private ChainNode sink(SinkNode sink) {
        Serializer<?> key = keySerializer(sink.keySerializer());
        Serializer<?> value = valueSerializer(sink.valueSerializer());
        HopTarget target = sink.topic() == null ? null : hopTargets.get(sink.topic());
        if (target != null) {
            return new HopChainNode(
                    parts,
                    sink.name(),
                    target,
                    new Serialization(sink.name(), target.entry().hop().topic(), key, value),
                    keyDeserializer(target.entry().hop().keyDeserializer()),
                    valueDeserializer(target.entry().hop().valueDeserializer()));
        }
        String topic = sink.topic() == null ? "chosen for each record" : sink.topic();
        return new SinkChainNode(
                parts,
                sink.name(),
                sink.topic(),
                sink.extractor(),
                sink.partitioner(),
                new Serialization(sink.name(), topic, key, value));
    }

    private Door door(Entry.Node entry) {
        NodeContext context = new NodeContext(entry.name(), List.of(), parts, false);
        link(entry.name(), context);
        SourceNode node = entry.node();
        Deserialization deserialization = new Deserialization(
                keyDeserializer(node.keyDeserializer()),
                valueDeserializer(node.valueDeserializer()),
                application.faults().retry().isOn());
        return switch (entry) {
            case Entry.HopEnd end -> {
                Hop hop = end.hop();
                yield new HopDoor(
                        parts,
                        entry.name(),
                        hop,
                        valueSerializer(hop.valueSerializer()),
                        deserialization,
                        keySerializer(hop.keySerializer()),
                        context);
            }
            case Entry.Source source ->
                new SourceDoor(
                        parts,
                        source,
                        deserialization,
                        Objects.requireNonNullElse(node.timestampExtractor(), defaultExtractor),
                        context);
        };
    }

    private Serializer<?> keySerializer(@Nullable Serializer<?> own) {
        return own == null ? application.defaultKeySerde().serializer() : own;
    }

    private Serializer<?> valueSerializer(@Nullable Serializer<?> own) {
        return own == null ? application.defaultValueSerde().serializer() : own;
    }

    private Deserializer<?> keyDeserializer(@Nullable Deserializer<?> own) {
        return own == null ? application.defaultKeySerde().deserializer() : own;
    }

    private Deserializer<?> valueDeserializer(@Nullable Deserializer<?> own) {
        return own == null ? application.defaultValueSerde().deserializer() : own;
    }
}
