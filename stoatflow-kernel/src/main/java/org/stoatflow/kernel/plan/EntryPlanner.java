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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.stoatflow.operator.TableTransformation;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.LogicalNode;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SourceNode;
import org.stoatflow.topology.SubTopology;

/**
 * Finds the entries of a topology (docs/DESIGN.md, "Plan"). Each source node and each hop is an entry. A stage has a
 * timer if it runs by partition and has processors of the user's, or if it has operators that buffer rows for a later
 * time. Each cached store that feeds something has a flush.
 *
 * <p>A cached store's owner is the DSL's operator that keeps its table there; where several do, as in a cogrouped
 * stream, the first of them, and all forward to the same nodes. Users' processors that are connected to the store may
 * write it too.
 */
final class EntryPlanner {
    private final LogicalTopology topology;
    private final boolean cachesHold;
    private final IntPredicate byKey;
    private final Set<StageStore> cached = new HashSet<>();
    private final Set<String> punctuating = new HashSet<>();
    private EntryEdges edges;

    /** A store of a stage. The same store may be used in two stages. */
    private record StageStore(int stage, String store) {}

    /**
     * @param cachesHold whether the cache size is above zero; otherwise there are no caches, as in Kafka Streams
     * @param byKey whether a stage runs by key, where no processor may schedule punctuators
     */
    EntryPlanner(LogicalTopology topology, boolean cachesHold, IntPredicate byKey) {
        this.topology = topology;
        this.cachesHold = cachesHold;
        this.byKey = byKey;
        this.edges = new EntryEdges(List.of(), List.of());
    }

    /** Finds the entries, each after the entries upstream of it. Call this once. */
    List<EntryDraft> find() {
        List<EntryDraft> drafts = new ArrayList<>();
        for (int stage = 0; stage < topology.subTopologies().size(); stage++) {
            drafts.addAll(inputs(stage));
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

    /** For each entry of {@code order}, the indexes in {@code order} of the entries directly upstream. */
    int[][] upstream(List<EntryDraft> order) {
        return edges.upstream(order);
    }

    /**
     * Whether updates of the store go through a cache: the store feeds something, and its flush does not close a cycle
     * of entries.
     */
    boolean isCached(int stage, String store) {
        return cached.contains(new StageStore(stage, store));
    }

    /** Whether records of the input run punctuators at once. */
    boolean punctuates(EntryDraft input) {
        return punctuating.contains(input.name());
    }

    private List<EntryDraft> inputs(int stage) {
        List<EntryDraft> inputs = new ArrayList<>();
        for (SourceNode source : part(stage).sources()) {
            inputs.add(
                    topology.isRepartition(source)
                            ? EntryDraft.hop(
                                    stage, source, sinksInto(source.topics().getFirst()))
                            : EntryDraft.source(stage, source));
        }
        Set<String> timed = punctuated(stage);
        timed.addAll(holding(stage));
        if (!timed.isEmpty()) {
            inputs.add(EntryDraft.timer(stage, timed));
        }
        return inputs;
    }

    private Set<String> sinksInto(String topic) {
        Set<String> sinks = new LinkedHashSet<>();
        topology.sinksTo(topic).forEach(sink -> sinks.add(sink.name()));
        if (sinks.isEmpty()) {
            throw new PlanException("nothing writes to the repartition topic " + topic);
        }
        return sinks;
    }

    /** The processors of the stage that may schedule punctuators: those in which code of the user runs. */
    private Set<String> punctuated(int stage) {
        return byKey.test(stage) ? new LinkedHashSet<>() : processors(stage, ProcessorNode::runsUsersCode);
    }

    /** Operators of the stage that buffer rows for a later stream time. */
    private Set<String> holding(int stage) {
        return processors(stage, ProcessorNode::timeDriven);
    }

    private Set<String> processors(int stage, Predicate<ProcessorNode> wanted) {
        return part(stage).processors().stream()
                .filter(wanted)
                .map(ProcessorNode::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Stores with caching that feed something, in Kafka Streams' order of flushing, with the nodes that own them. */
    private Map<StageStore, ProcessorNode> owners() {
        Map<StageStore, ProcessorNode> owners = new LinkedHashMap<>();
        for (int stage = 0; stage < topology.subTopologies().size(); stage++) {
            for (ProcessorNode processor : part(stage).processors()) {
                for (String store : processor.stores()) {
                    boolean mayOwn = !processor.isUsers() || isMaker(processor, store);
                    if (mayOwn && isDeclaredCached(store)) {
                        owners.merge(
                                new StageStore(stage, store),
                                processor,
                                (first, other) -> isMaker(first, store) || !isMaker(other, store) ? first : other);
                    }
                }
            }
        }
        owners.values().removeIf(owner -> childrenOf(owner).isEmpty());
        return owners;
    }

    /** Whether the processor is an operator that keeps its table in the store, and does not only read it. */
    private static boolean isMaker(ProcessorNode processor, String store) {
        ProcessorSupplier<?, ?, ?, ?> supplier = processor.declared();
        if (processor.isUsers() && !(supplier instanceof TableTransformation)) {
            return false;
        }
        Set<StoreBuilder<?>> made = supplier.stores();
        return made != null && made.stream().anyMatch(builder -> builder.name().equals(store));
    }

    private boolean isDeclaredCached(String store) {
        return topology.store(store)
                .description()
                .map(StoreDescription::caching)
                .orElse(false);
    }

    private List<String> childrenOf(LogicalNode parent) {
        return topology.childrenOf(parent.name()).stream()
                .map(LogicalNode::name)
                .toList();
    }

    /**
     * Adds an edge for each other processor that may write the store: the user's that are connected to it, and the
     * operators that keep the same table in it. Returns false if such an edge would close a cycle.
     */
    private boolean addWriters(StageStore at, ProcessorNode owner) {
        for (ProcessorNode processor : part(at.stage()).processors()) {
            boolean writes = processor.stores().contains(at.store())
                    && !processor.name().equals(owner.name())
                    && (processor.isUsers() || isMaker(processor, at.store()));
            if (writes && !edges.addIfAcyclic(processor.name(), owner.name())) {
                return false;
            }
        }
        return true;
    }

    private void addPunctuations(EntryDraft input) {
        if (input.kind() == EntryDraft.Kind.SOURCE || input.kind() == EntryDraft.Kind.HOP) {
            Set<String> processors = punctuated(input.stage());
            boolean all = !processors.isEmpty();
            for (String processor : processors) {
                all &= edges.addIfAcyclic(input.name(), processor);
            }
            if (all) {
                punctuating.add(input.name());
            }
        }
    }

    private SubTopology part(int stage) {
        return topology.subTopologies().get(stage);
    }
}
