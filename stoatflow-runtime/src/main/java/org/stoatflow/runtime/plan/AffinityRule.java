package org.stoatflow.runtime.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.EngineStoreBuilder;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.StoreDeclaration;

/**
 * Decides the affinity of a stage: {@link Affinity#KEY} only where it provably gives Kafka Streams' results, or where the
 * configuration says so (docs/design/005), with the reason in words.
 */
final class AffinityRule {
    /**
     * @param reason why, for {@code explain}
     * @param proven false where only the configuration says that the stage may run by key
     */
    record Decision(Affinity affinity, String reason, boolean proven) {}

    private final LogicalTopology topology;
    private final boolean defaultKeySerdeCanonical;

    AffinityRule(LogicalTopology topology, boolean defaultKeySerdeCanonical) {
        this.topology = topology;
        this.defaultKeySerdeCanonical = defaultKeySerdeCanonical;
    }

    /** @param forced what the configuration says, or null */
    Decision decide(List<LogicalNode> nodes, StageChoices.@Nullable Choice<Affinity> forced) {
        Decision own = decide(nodes);
        if (forced == null || forced.value() == null) {
            return own;
        }
        String says = "forced by configuration " + forced.key();
        return own.affinity() == forced.value()
                ? new Decision(
                        own.affinity(), says + "; without it " + own.affinity() + " too, because " + own.reason(), true)
                : new Decision(
                        forced.value(),
                        says + "; else " + own.affinity() + ", because " + own.reason(),
                        forced.value() == Affinity.PARTITION);
    }

    private Decision decide(List<LogicalNode> nodes) {
        boolean declared = false;
        for (LogicalNode node : nodes) {
            if (node instanceof ProcessorNode processor && !processor.traits().dsl()) {
                if (!processor.traits().keyLocal()) {
                    return byPartition(processor.name() + " is the user's own processor, not declared to be key-local");
                }
                declared = true;
            }
        }
        for (LogicalNode node : nodes) {
            if (node instanceof ProcessorNode processor && mayChangeKeys(processor)) {
                String reached = reachedAfter(processor, nodes);
                if (reached != null) {
                    return byPartition(processor.name() + " may change keys before " + reached);
                }
            }
        }
        String unfit = unfitKeySerde(nodes);
        if (unfit != null) {
            return byPartition(unfit);
        }
        String operators = declared ? "operators are the DSL's or declared to be key-local" : "operators are the DSL's";
        return new Decision(Affinity.KEY, operators + ", and keys stay as they are", true);
    }

    private static boolean mayChangeKeys(ProcessorNode processor) {
        return processor.traits().changesKey() && !processor.traits().keyLocal();
    }

    private static Decision byPartition(String reason) {
        return new Decision(Affinity.PARTITION, reason, true);
    }

    /** The first sink, store or hop downstream of the node, or null. */
    private @Nullable String reachedAfter(ProcessorNode changer, List<LogicalNode> nodes) {
        Set<String> seen = new HashSet<>(Set.of(changer.name()));
        Deque<String> todo = new ArrayDeque<>(seen);
        while (!todo.isEmpty()) {
            String from = todo.pop();
            for (LogicalNode node : nodes) {
                if (!node.predecessors().contains(from) || !seen.add(node.name())) {
                    continue;
                }
                if (node instanceof SinkNode sink) {
                    return topology.repartitionTopics().containsKey(String.valueOf(sink.topic()))
                            ? "the hop " + sink.topic()
                            : "the sink " + sink.name();
                }
                if (node instanceof ProcessorNode processor
                        && !processor.stores().isEmpty()) {
                    return "the store of " + processor.name();
                }
                todo.push(node.name());
            }
        }
        return null;
    }

    /** Why keys of a stage with stores may have two encodings, or null if they cannot. */
    private @Nullable String unfitKeySerde(List<LogicalNode> nodes) {
        boolean stateful = false;
        for (LogicalNode node : nodes) {
            if (!(node instanceof ProcessorNode processor)) {
                continue;
            }
            for (String store : processor.stores()) {
                stateful = true;
                if (!(declaration(store).builder() instanceof EngineStoreBuilder builder)) {
                    return "the store " + store + " is the user's own";
                }
                Serde<?> serde = builder.description().keySerde();
                boolean keysAreDeclared = processor.traits().keyLocal(); // that rows belong to one key of the record's
                if (!keysAreDeclared && !isCanonical(serde == null ? null : serde.serializer())) {
                    return "the key serde of store " + store + " is not known to write equal keys as equal bytes";
                }
            }
        }
        if (stateful) {
            for (LogicalNode node : nodes) {
                if (node instanceof SourceNode source && !isCanonical(source.keyDeserializer())) {
                    return "the key serde of " + source.name() + " is not known to write equal keys as equal bytes";
                }
            }
        }
        return null;
    }

    private StoreDeclaration declaration(String store) {
        return Objects.requireNonNull(topology.stores().get(store), store);
    }

    private boolean isCanonical(@Nullable Object serializerOrDeserializer) {
        return serializerOrDeserializer == null
                ? defaultKeySerdeCanonical
                : CanonicalSerdes.isCanonical(serializerOrDeserializer);
    }
}
