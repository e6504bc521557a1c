package org.stoatflow.dsl;

import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.TableView;
import org.stoatflow.streams.kstream.GlobalKTable;

/** A global table: how joins read it, and its name for queries. */
final class DslGlobalTable<K, V> implements GlobalKTable<K, V> {
    private final TableView<K, V> view;
    private final @Nullable String queryableName;

    DslGlobalTable(TableView<K, V> view, @Nullable String queryableName) {
        this.view = view;
        this.queryableName = queryableName;
    }

    TableView<K, V> view() {
        return view;
    }

    @Override
    public @Nullable String queryableStoreName() {
        return queryableName;
    }
}
