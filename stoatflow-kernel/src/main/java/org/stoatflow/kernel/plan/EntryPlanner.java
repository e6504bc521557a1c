package org.stoatflow.kernel.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SinkNode;
import org.stoatflow.topology.SourceNode;

/**
 * Finds the entries of a topology (docs/DESIGN.md, "Plan"). Each source node and each hop is an entry. A stage has a
 * timer if it runs by partition and has processors of the user's, or if it has operators that hold rows for a later
 * time. Each cached store that feeds something has a flush.
 *
 * <p>A cached store's owner is the DSL's operator that made it. It alone hears of the store's flushes. Processors of
 * the user's that are connected to the store may write it too.
 */
final class EntryPlanner {
    private final LogicalTopology topology;
    private final boolean cachesHold;
    private final IntPredicate byKey;
    private final Set<StageStore> cached = new HashSet<>();
    private final Set<String> punctuating = new HashSet<>();
    private EntryEdges edges;

    /** A store of a stage; one store may stand in two. */
    private record StageStore(int stage, String store) {}

    /**
     * @param cachesHold whether caches have room; without it there are none, as in Kafka Streams
     * @param byKey stages that run by key, where nobody may schedule punctuators
     */
    EntryPlanner(LogicalTopology topology, boolean cachesHold, IntPredicate byKey) {
        this.topology = topology;
        this.cachesHold = cachesHold;
        this.byKey = byKey;
        this.edges = new EntryEdges(List.of(), List.of());
    }

    /** The entries in an order in which each stands after those upstream of it. Once. */
    List<EntryDraft> find() {
        List<EntryDraft> drafts = new ArrayList<>();
        for (int stage = 0; stage < topology.subTopologies().size(); stage++) {
            drafts.addAll(doors(stage));
        }
        Map<StageStore, ProcessorNode> owners = cachesHold ? owners() : Map.of();
        Map<StageStore, EntryDraft> flushes = new LinkedHashMap<>();
        owners.forEach((at, owner) ->
                flushes.put(at, EntryDraft.flush(at.stage(), at.store(), owner.name(), Set.copyOf(childrenOf(owner)))));
        drafts.addAll(flushes.values());
        edges = new EntryEdges(topology.nodes(), drafts);
        cached.addAll(owners.keySet());
        owners.forEach((at, owner) -> {
            if (!addWriters(at, owner)) {
                cached.remove(at);
                edges.remove(Objects.requireNonNull(flushes.get(at)));
            }
        });
        drafts.forEach(this::addPunctuations);
        return edges.inOrder();
    }

    /** For each entry, in this order, those directly upstream. */
    int[][] upstream(List<EntryDraft> order) {
        return edges.upstream(order);
    }

    /** Whether updates of the store go through a cache: it feeds something, and its flush fits into the order. */
    boolean isCached(int stage, String store) {
        return cached.contains(new StageStore(stage, store));
    }

    /** Whether records of the door run punctuators at once. */
    boolean punctuates(EntryDraft door) {
        return punctuating.contains(door.name());
    }

    private List<EntryDraft> doors(int stage) {
        List<EntryDraft> doors = new ArrayList<>();
        for (LogicalNode node : nodesOf(stage)) {
            if (node instanceof SourceNode source) {
                doors.add(
                        isHop(source)
                                ? EntryDraft.hop(
                                        stage, source, sinksInto(source.topics().getFirst()))
                                : EntryDraft.source(stage, source));
            }
        }
        Set<String> timed = punctuated(stage);
        timed.addAll(holding(stage));
        if (!timed.isEmpty()) {
            doors.add(EntryDraft.timer(stage, timed));
        }
        return doors;
    }

    private boolean isHop(SourceNode source) {
        return source.topics().size() == 1
                && topology.repartitionTopics().containsKey(source.topics().getFirst());
    }

    private Set<String> sinksInto(String topic) {
        Set<String> sinks = new LinkedHashSet<>();
        for (LogicalNode node : topology.nodes()) {
            if (node instanceof SinkNode sink && topic.equals(sink.topic())) {
                sinks.add(sink.name());
            }
        }
        if (sinks.isEmpty()) {
            throw new PlanException("nothing writes to the repartition topic " + topic);
        }
        return sinks;
    }

    /** Processors of the stage that may schedule punctuators: the user's. */
    private Set<String> punctuated(int stage) {
        Set<String> names = new LinkedHashSet<>();
        for (LogicalNode node : byKey.test(stage) ? List.<LogicalNode>of() : nodesOf(stage)) {
            if (node instanceof ProcessorNode processor && !processor.traits().dsl()) {
                names.add(processor.name());
            }
        }
        return names;
    }

    /** Operators of the stage that hold rows for a later stream time. */
    private Set<String> holding(int stage) {
        Set<String> names = new LinkedHashSet<>();
        for (LogicalNode node : nodesOf(stage)) {
            if (node instanceof ProcessorNode processor && processor.holdsForTime()) {
                names.add(processor.name());
            }
        }
        return names;
    }

    /** Stores with caching that feed something, in Kafka Streams' order of flushing, with the nodes that own them. */
    private Map<StageStore, ProcessorNode> owners() {
        Map<StageStore, ProcessorNode> owners = new LinkedHashMap<>();
        for (int stage = 0; stage < topology.subTopologies().size(); stage++) {
            for (LogicalNode node : nodesOf(stage)) {
                if (node instanceof ProcessorNode processor
                        && processor.traits().dsl()) {
                    for (String store : processor.stores()) {
                        if (isDeclaredCached(store)) {
                            owners.putIfAbsent(new StageStore(stage, store), processor);
                        }
                    }
                }
            }
        }
        owners.values().removeIf(owner -> childrenOf(owner).isEmpty());
        return owners;
    }

    private boolean isDeclaredCached(String store) {
        return declared(store) instanceof EngineStoreBuilder builder
                && builder.description().caching();
    }

    private @Nullable Object declared(String store) {
        var declaration = topology.stores().get(store);
        return declaration == null ? null : declaration.builder();
    }

    private List<String> childrenOf(LogicalNode parent) {
        return topology.nodes().stream()
                .filter(node -> node.predecessors().contains(parent.name()))
                .map(LogicalNode::name)
                .toList();
    }

    /** Says whether all of the user's processors that may write the store could be taken into account. */
    private boolean addWriters(StageStore at, ProcessorNode owner) {
        for (LogicalNode node : nodesOf(at.stage())) {
            if (node instanceof ProcessorNode processor
                    && !processor.traits().dsl()
                    && processor.stores().contains(at.store())
                    && !edges.addIfAcyclic(processor.name(), owner.name())) {
                return false;
            }
        }
        return true;
    }

    private void addPunctuations(EntryDraft door) {
        if (door.kind() == EntryDraft.Kind.SOURCE || door.kind() == EntryDraft.Kind.HOP) {
            Set<String> processors = punctuated(door.stage());
            boolean all = !processors.isEmpty();
            for (String processor : processors) {
                all &= edges.addIfAcyclic(door.name(), processor);
            }
            if (all) {
                punctuating.add(door.name());
            }
        }
    }

    private List<LogicalNode> nodesOf(int stage) {
        return topology.subTopologies().get(stage);
    }
}
