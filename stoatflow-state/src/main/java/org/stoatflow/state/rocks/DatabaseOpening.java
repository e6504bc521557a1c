package org.stoatflow.state.rocks;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.streams.errors.ProcessorStateException;

/**
 * Opens the database of a state folder. One that is damaged is put aside; a copy of what is sound takes its place, or a
 * new one. That is done only where each store that has lost rows has a changelog, and only for damage: where RocksDB
 * cannot be opened for any other reason, all stays as it is. One thread, which holds the folder.
 */
final class DatabaseOpening {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseOpening.class);

    private final DatabaseFiles files;
    private final List<DeclaredStore> stores;
    private final RocksSettings settings;
    private final RocksTuning tuning;
    private final Removal removal;

    /**
     * What is open.
     *
     * @param losses the stores that have lost their rows, by number
     */
    record Opened(DatabaseFiles files, RocksFamilies families, StoreIds ids, Map<Integer, StoreLoss> losses) {}

    DatabaseOpening(
            DatabaseFiles files,
            List<DeclaredStore> stores,
            RocksSettings settings,
            RocksTuning tuning,
            Removal removal) {
        this.files = files;
        this.stores = stores;
        this.settings = settings;
        this.tuning = tuning;
        this.removal = removal;
    }

    Opened open() {
        files.settle();
        if (files.isMarked()) {
            return withoutDamage(files.markText());
        }
        try {
            return opened(Set.of());
        } catch (StateDiskException failure) {
            if (failure.kind() != StateDiskException.Kind.DAMAGED) {
                throw failure;
            }
            files.mark(failure);
            return withoutDamage(String.valueOf(failure.getMessage()));
        }
    }

    private Opened opened(Set<String> lost) {
        files.requireWhole();
        RocksFamilies families = new RocksFamilies(files.database(), settings, tuning);
        boolean kept = false;
        try {
            RocksMeta meta = new RocksMeta(families);
            StoreIds ids = meta.open(stores, removal);
            Map<Integer, StoreLoss> losses = new HashMap<>(meta.losses());
            for (DeclaredStore store : stores) {
                if (lost.contains(store.name())) {
                    losses.put(ids.of(store.name()), StoreLoss.DAMAGED);
                }
            }
            files.noteManifest();
            kept = true;
            return new Opened(files, families, ids, Map.copyOf(losses));
        } finally {
            if (!kept) {
                families.close();
            }
        }
    }

    private Opened withoutDamage(String damage) {
        LOG.warn("Looking for what is sound in {}, which may take a while: {}", files.database(), damage);
        Set<String> lost;
        Path aside;
        SoundRows.Copy copy = copy();
        switch (copy) {
            case SoundRows.Nothing nothing -> {
                lost = new TreeSet<>(stores.stream().map(DeclaredStore::name).toList());
                requireChangelogs(lost, Set.of(), nothing.why());
                aside = files.putAside();
            }
            case SoundRows.Copied copied -> {
                lost = new TreeSet<>(copied.lost().keySet());
                requireChangelogs(lost, copied.unlogged(), copied.lost().toString());
                aside = files.replaceByCopy();
            }
        }
        LOG.warn(
                "The database in {} was damaged ({}). It is in {} now, which nobody reads and you may delete. Stores"
                        + " whose rows are lost, and that are restored from their changelogs: {}. All others are"
                        + " kept",
                files.folder(),
                damage,
                aside,
                lost.isEmpty() ? "none" : lost);
        return opened(lost);
    }

    private SoundRows.Copy copy() {
        try {
            return new SoundRows(files, settings, tuning).copy();
        } catch (StateDiskException failure) {
            files.dropCopy(); // it may be what has filled the disk
            if (failure.kind() != StateDiskException.Kind.FULL || files.asides().isEmpty()) {
                throw failure;
            }
            throw new StateDiskException(
                    StateDiskException.Kind.FULL,
                    failure.getMessage() + ". Nobody reads " + files.asides() + ", which you may delete",
                    failure);
        }
    }

    /**
     * What nothing brings back must not be lost without a word, even where it is put aside.
     *
     * @param unlogged stores that have no position in a changelog; the topology may not have them now
     */
    private void requireChangelogs(Set<String> lost, Set<String> unlogged, String why) {
        Set<String> without = new TreeSet<>(unlogged);
        for (DeclaredStore store : stores) {
            if (store.logging()) {
                without.remove(store.name());
            } else if (lost.contains(store.name())) {
                without.add(store.name());
            }
        }
        if (!without.isEmpty()) {
            files.dropCopy();
            throw new ProcessorStateException("The database " + files.database() + " is damaged (" + why
                    + "), and no changelog has the rows of store " + String.join(", ", without)
                    + ". Nothing was changed. Bring the folder back from a copy; or move it away, to go on without"
                    + " these rows and with the other stores restored from their changelogs");
        }
    }
}
