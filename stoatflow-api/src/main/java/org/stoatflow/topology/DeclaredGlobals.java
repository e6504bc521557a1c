package org.stoatflow.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.state.StoreBuilder;

/** The global stores of a topology that is being built, by what they bring to it. */
final class DeclaredGlobals {
    private record Declared(String processor, StoreBuilder<?> builder, boolean reprocessed) {}

    private final Map<String, Declared> byStore = new HashMap<>();
    private final Map<String, Declared> bySource = new HashMap<>();
    private final Set<String> processors = new HashSet<>();
    private final Set<String> topics = new HashSet<>();

    void add(SourceNode source, ProcessorNode processor, StoreBuilder<?> builder, boolean reprocessed) {
        Declared declared = new Declared(processor.name(), builder, reprocessed);
        byStore.put(builder.name(), declared);
        bySource.put(source.name(), declared);
        processors.add(processor.name());
        topics.addAll(source.topics());
    }

    boolean hasTopic(String topic) {
        return topics.contains(topic);
    }

    boolean hasStore(String store) {
        return byStore.containsKey(store);
    }

    boolean hasNode(String node) {
        return bySource.containsKey(node) || processors.contains(node);
    }

    void requireNoStore(String store) {
        if (hasStore(store)) {
            throw new TopologyException("A global state store is already named " + store);
        }
    }

    /** Leaves the nodes of global stores out. */
    List<LogicalNode> without(List<LogicalNode> nodes) {
        return nodes.stream().filter(node -> !hasNode(node.name())).toList();
    }

    /** The parts, where those of global stores have no nodes: no task runs them, though they have taken their ids. */
    List<SubTopology> emptied(List<SubTopology> parts) {
        return parts.stream()
                .map(part -> bySource.containsKey(first(part)) ? new SubTopology(List.of()) : part)
                .toList();
    }

    /** @param parts all parts, with those of global stores, which have a source and a processor each */
    List<GlobalStore> built(List<SubTopology> parts) {
        List<GlobalStore> built = new ArrayList<>();
        for (int id = 0; id < parts.size(); id++) {
            Declared declared = bySource.get(first(parts.get(id)));
            if (declared != null) {
                built.add(built(id, parts.get(id), declared));
            }
        }
        return built;
    }

    private static GlobalStore built(int id, SubTopology part, Declared declared) {
        SourceNode source = part.sources().getFirst();
        return new GlobalStore(
                id,
                source,
                part.processors().getFirst(),
                new StoreDeclaration(
                        declared.builder(),
                        Set.of(declared.processor()),
                        source.topics().getFirst()),
                declared.reprocessed());
    }

    private static String first(SubTopology part) {
        return part.nodes().getFirst().name();
    }

    /** The one store of a supplier of processors of a global store. */
    static StoreBuilder<?> onlyStore(ProcessorNode processor) {
        Set<StoreBuilder<?>> stores = processor.supplier().stores();
        if (stores == null || stores.size() != 1) {
            throw new IllegalArgumentException("The supplier of the processor " + processor.name()
                    + " has to bring the one global store that it writes, and brings "
                    + (stores == null ? 0 : stores.size()));
        }
        StoreBuilder<?> builder = stores.iterator().next();
        Objects.requireNonNull(builder.name(), "state store name cannot be null");
        return builder;
    }
}
