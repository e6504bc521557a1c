package org.stoatflow.state.rocks;

import java.nio.file.Path;
import java.util.Optional;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.RowLayout;

/**
 * What a start does with a store whose rows were written in another way than the topology needs.
 *
 * @param isRefused whether the start is refused; otherwise the store is emptied, and restored from its changelog
 * @param sentence says so, and what to do
 */
public record StoreChange(boolean isRefused, String sentence) {
    /** Judges the row of a store; empty where it is as the topology needs it. */
    static Optional<StoreChange> of(Path folder, DeclaredStore store, byte[] row) {
        if (MetaRows.layoutCode(row) == store.layout().code() && MetaRows.segmentMs(row) == store.segmentMs()) {
            return Optional.empty();
        }
        Optional<RowLayout> written = RowLayout.of(MetaRows.layoutCode(row));
        String change = "State folder " + folder + ": the rows of store " + store.name() + " were written with layout "
                + written.map(RowLayout::name).orElse("unknown") + segments(MetaRows.segmentMs(row))
                + ", and the topology now needs layout " + store.layout() + segments(store.segmentMs());
        if (!store.logging()) {
            return Optional.of(new StoreChange(
                    true,
                    change + ". No changelog has these rows: rename the store, or take back the change; or move the"
                            + " folder away, to go on without them"));
        }
        if (written.isEmpty() || !written.get().hasChangelogOf(store.layout())) {
            return Optional.of(new StoreChange(
                    true,
                    change + ". That is another kind of store, which cannot read the changelog of the one before:"
                            + " rename the store, or take back the change"));
        }
        return Optional.of(new StoreChange(
                false, change + ". The store is restored from its changelog; the other stores are kept"));
    }

    private static String segments(long segmentMs) {
        return segmentMs == 0 ? "" : " in segments of " + segmentMs + " ms";
    }
}
