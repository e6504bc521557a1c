package org.stoatflow.dsl;

import java.util.Set;
import org.stoatflow.operator.TableSuppression;
import org.stoatflow.operator.UpdateBuffer;
import org.stoatflow.stores.BuiltInStoreBuilder;
import org.stoatflow.stores.DslStoreBuilder;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.internals.BufferLimits;
import org.stoatflow.streams.kstream.internals.Suppression;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.StoreBuilder;

/** Adds the operators that hold back a table's updates. */
final class TableSuppressions {
    private TableSuppressions() {}

    /**
     * As in Kafka Streams, a name that is given takes none from the counter, and a join does not ask the topics above a
     * suppression for equal numbers of partitions.
     */
    static <K, V> KTable<K, V> suppress(DslTable<K, V> table, Suppressed<? super K> suppressed) {
        if (!(suppressed instanceof Suppression<?> suppression)) {
            throw new IllegalArgumentException(
                    "Make what is given to suppress() with Suppressed.untilTimeLimit or Suppressed.untilWindowCloses,"
                            + " and do not implement it: "
                            + suppressed);
        }
        boolean versioned = table.supplier().versioned();
        if (versioned && table.supplier().stores() != null) {
            throw refused(table.origin().name());
        }
        NameCounter names = table.graph().names();
        String given = suppression.name();
        String name = given == null ? names.next(Prefixes.TABLE_SUPPRESS) : given;
        TableSuppression.Rule<K> rule = rule(name, suppression, table.node());
        String storeName = given == null ? names.nextStore(Prefixes.TABLE_SUPPRESS) : given + "-store";
        if (given == null && suppression.buffer().isLoggingEnabled()) {
            names.implicit().addChangelog(storeName);
        }
        Origin<K, V> origin = table.origin();
        TableSuppression<K, V> supplier = new TableSuppression<>(
                table.supplier(),
                rule,
                buffer(storeName, new SerdeChoice(origin.keySerde(), origin.valueSerde()), suppression.buffer()));
        GraphNode node = versioned
                ? refusing(name, table.origin().name())
                : table.graph().processor(name, supplier, DslTable.TRAITS);
        table.graph().add(table.node(), node);
        return new DslTable<>(
                table.graph(),
                node,
                new Origin<>(name, origin.keySerde(), origin.valueSerde(), Set.of(origin.name())),
                supplier,
                null);
    }

    /** As in Kafka Streams, what is versioned by the tables above is found out before any node is written. */
    private static GraphNode refusing(String name, String table) {
        return new GraphNode(name) {
            @Override
            void optimize(Optimizations wanted) {
                throw refused(table);
            }
        };
    }

    private static TopologyException refused(String table) {
        return new TopologyException("suppress() is only supported for non-versioned KTables, and " + table
                + " is versioned, or made of a versioned table");
    }

    private static <K> TableSuppression.Rule<K> rule(String name, Suppression<?> suppression, GraphNode above) {
        return switch (suppression) {
            case Suppression.FinalResults<?> results ->
                TableSuppression.Rule.finalResults(name, above.windowGraceMs(), results.buffer());
            case Suppression.AfterDelay<?> waiting ->
                TableSuppression.Rule.afterDelay(name, waiting.delay().toMillis(), waiting.buffer());
        };
    }

    private static <K, V> StoreBuilder<UpdateBuffer<K, V>> buffer(
            String name, SerdeChoice serdes, BufferLimits<?> limits) {
        StoreBuilder<UpdateBuffer<K, V>> buffer = new DslStoreBuilder<>(
                name,
                BuiltInDslStoreSuppliers.IN_MEMORY,
                DslStoreFormat.PLAIN,
                (inMemory, format) -> BuiltInStoreBuilder.inMemory(
                        name, new StoreSettings.Buffer(format == DslStoreFormat.HEADERS), serdes));
        return limits.isLoggingEnabled() ? buffer.withLoggingEnabled(limits.logConfig()) : buffer.withLoggingDisabled();
    }
}
