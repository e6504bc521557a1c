package org.stoatflow.dsl;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.TableSource;
import org.stoatflow.operator.TableStore;
import org.stoatflow.operator.TableView;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.ProcessorNode;
import org.stoatflow.topology.SupplierWithStore;
import org.stoatflow.topology.Traits;

/** The nodes that follow the topic of a global table or store. */
final class GlobalNodes {
    private GlobalNodes() {}

    static <K, V> GlobalKTable<K, V> addTable(
            GraphBuilder graph,
            String topic,
            ConsumedInternals<K, V> consumed,
            MaterializedInternals<K, V> materialized,
            @Nullable String queryableName) {
        if (materialized.isVersioned()) {
            throw new TopologyException("GlobalTables cannot be versioned. Keep the global table of " + topic
                    + " in a store without versions");
        }
        TableStore<K, V> store = materialized.store();
        ProcessorSupplier<?, ?, ?, ?> supplier = new TableSource<>(store, queryableName != null);
        add(graph, topic, consumed, supplier, new Traits(true, false));
        return new DslGlobalTable<>(TableView.of(store), queryableName);
    }

    static <K, V> void addStore(
            GraphBuilder graph,
            StoreBuilder<?> builder,
            String topic,
            ConsumedInternals<K, V> consumed,
            ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
        builder.withLoggingDisabled();
        add(graph, topic, consumed, new SupplierWithStore<>(stateUpdateSupplier, builder), Traits.USER);
    }

    /** Records that are read at a start go through a processor of the user's, and into a table as they are. */
    private static void add(
            GraphBuilder graph,
            String topic,
            ConsumedInternals<?, ?> consumed,
            ProcessorSupplier<?, ?, ?, ?> supplier,
            Traits traits) {
        NameChoice choice = consumed.name();
        NameCounter names = graph.names();
        String source = choice.withSuffixOrFrom(GraphBuilder.TABLE_SOURCE_SUFFIX, names, Prefixes.SOURCE);
        String name = choice.orFrom(names, Prefixes.TABLE_SOURCE);
        graph.addRoot(new GraphNode(
                name,
                (target, parents) -> target.addGlobalStore(
                        consumed.source(source, List.of(Objects.requireNonNull(topic, "topic cannot be null")), null),
                        new ProcessorNode(name, List.of(source), supplier, List.of(), traits),
                        !traits.dsl())));
    }
}
