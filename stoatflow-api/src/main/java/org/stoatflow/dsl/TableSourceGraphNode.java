package org.stoatflow.dsl;

import java.util.List;
import java.util.Set;
import org.stoatflow.operator.TableSource;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.TopologyBuilder;

/** Reads a topic as a table: a source and the operator that keeps the table, if it is kept. */
final class TableSourceGraphNode<K, V> extends GraphNode {
    private final ConsumedInternals<K, V> consumed;
    private final String source;
    private final String topic;
    private final TableSource<K, V> supplier;
    private boolean restoredFromTopic;

    /** @param source the name of the source; the graph's node has that of the operator */
    TableSourceGraphNode(
            String name, ConsumedInternals<K, V> consumed, String source, String topic, TableSource<K, V> supplier) {
        super(name);
        this.consumed = consumed;
        this.source = source;
        this.topic = topic;
        this.supplier = supplier;
    }

    @Override
    void optimize(Optimizations wanted) {
        restoredFromTopic = wanted.reuseSourceTopics();
    }

    @Override
    void write(TopologyBuilder target, List<String> parents) {
        target.addSource(consumed.source(source, List.of(topic), null));
        GraphBuilder.write(target, name(), supplier, List.of(source), DslTable.TRAITS);
        Set<StoreBuilder<?>> stores = supplier.stores();
        if (restoredFromTopic && stores != null) {
            for (StoreBuilder<?> store : stores) {
                store.withLoggingDisabled();
                target.restoreFrom(store.name(), topic);
            }
        }
    }
}
