package org.stoatflow.state.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.FolderAccess;
import org.stoatflow.state.Removal;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreIds;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.state.memory.MemoryStateEngine;
import org.stoatflow.state.rocks.LeftStores;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.RocksStateEngine;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.state.rocks.StateFolder;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.StoreDescription;

/**
 * Opens engines. Stores that users have written are behind the same interface; they are opened by {@link
 * StateEngine#openUsers}.
 */
public final class StateEngines {
    private StateEngines() {}

    /**
     * Opens an engine in memory, persistent stores included.
     *
     * @param stores the stores of the application
     * @return the engine
     */
    public static StateEngine inMemory(List<StoreDescription> stores) {
        return inMemory(new MemoryDisk(), stores);
    }

    /**
     * Opens an engine in memory with what an earlier one left, as a simulation of crashes needs it.
     *
     * @param disk what holds the rows
     * @param stores the stores of the application
     * @return the engine
     */
    public static StateEngine inMemory(MemoryDisk disk, List<StoreDescription> stores) {
        return inMemory(disk, stores, Removal.NONE);
    }

    /**
     * As {@link #inMemory(MemoryDisk, List)}, without the stores that were removed long ago.
     *
     * @param disk what holds the rows
     * @param stores the stores of the application
     * @param removal for how long removed stores are kept
     * @return the engine
     */
    public static StateEngine inMemory(MemoryDisk disk, List<StoreDescription> stores, Removal removal) {
        Removal besidesUsers = removal.besides(names(stores, StoreDescription::isUsers));
        Set<String> others = names(stores, store -> !store.isUsers());
        return withUsers(new MemoryStateEngine(disk, others, 0, besidesUsers), stores);
    }

    /**
     * Opens the state of an application on disk, making it where it is missing. The folder is held until the engine is
     * closed. Stores that are not persistent are kept in memory, and start empty.
     *
     * @param folder the folder, of this application only
     * @param stores the stores of the application
     * @param settings limits of RocksDB
     * @return the engine
     * @throws org.stoatflow.streams.errors.LockException if another instance holds the folder
     * @throws org.stoatflow.streams.errors.ProcessorStateException if the folder cannot be made, written or read,
     *     has an unknown format, or has rows of a store that the store cannot read and no changelog can bring back
     */
    public static StateEngine openRocks(Path folder, List<StoreDescription> stores, RocksSettings settings) {
        return openRocks(folder, stores, settings, RocksTuning.NONE);
    }

    /**
     * As {@link #openRocks(Path, List, RocksSettings)}, with RocksDB's options as the application changes them.
     *
     * @param folder the folder, of this application only
     * @param stores the stores of the application
     * @param settings limits of RocksDB
     * @param tuning changes RocksDB's options
     * @return the engine
     */
    public static StateEngine openRocks(
            Path folder, List<StoreDescription> stores, RocksSettings settings, RocksTuning tuning) {
        return openRocks(folder, stores, settings, tuning, Removal.NONE);
    }

    /**
     * As {@link #openRocks(Path, List, RocksSettings, RocksTuning)}, without the stores that were removed long ago.
     *
     * @param folder the folder, of this application only
     * @param stores the stores of the application
     * @param settings limits of RocksDB
     * @param tuning changes RocksDB's options
     * @param removal for how long removed stores are kept
     * @return the engine
     */
    public static StateEngine openRocks(
            Path folder, List<StoreDescription> stores, RocksSettings settings, RocksTuning tuning, Removal removal) {
        return openRocks(folder, stores, settings, tuning, removal, FolderAccess.Group.AS_IT_IS);
    }

    /**
     * As {@link #openRocks(Path, List, RocksSettings, RocksTuning, Removal)}, in a folder that the user's group may
     * share.
     *
     * @param folder the folder, of this application only
     * @param stores the stores of the application
     * @param settings limits of RocksDB
     * @param tuning changes RocksDB's options
     * @param removal for how long removed stores are kept
     * @param group what the group may do in the folder, as the application is configured
     * @return the engine
     */
    public static StateEngine openRocks(
            Path folder,
            List<StoreDescription> stores,
            RocksSettings settings,
            RocksTuning tuning,
            Removal removal,
            FolderAccess.Group group) {
        Set<String> inMemory = names(stores, store -> !store.isUsers() && !store.persistent());
        Removal besidesOthers = removal.besides(names(stores, store -> !isOnDisk(store)));
        List<DeclaredStore> onDisk = onDisk(stores);
        StateEngine disk =
                RocksStateEngine.open(StateFolder.take(folder, group), onDisk, settings, tuning, besidesOthers);
        if (inMemory.isEmpty()) {
            return withUsers(disk, stores);
        }
        StateEngine memory = new MemoryStateEngine(new MemoryDisk(), inMemory, StoreIds.IN_MEMORY);
        return withUsers(new CompositeStateEngine(disk, memory, inMemory), stores);
    }

    /**
     * Reads which stores the last run has left in a folder, without opening it for a run. The folder is taken
     * meanwhile.
     *
     * @param folder the folder
     * @param stores the stores that the topology has
     * @return none where there is no folder
     * @throws org.stoatflow.streams.errors.LockException if another instance holds it
     * @throws org.stoatflow.state.StateDiskException if it cannot be read
     * @throws org.stoatflow.streams.errors.ProcessorStateException if a later version has written it
     */
    public static LeftStores left(
            Path folder, List<StoreDescription> stores, RocksSettings settings, RocksTuning tuning) {
        if (!Files.exists(StateFolder.database(folder))) {
            return LeftStores.NONE;
        }
        try (StateFolder held = StateFolder.take(folder)) {
            return LeftStores.read(held, onDisk(stores), settings, tuning);
        }
    }

    private static List<DeclaredStore> onDisk(List<StoreDescription> stores) {
        return stores.stream()
                .filter(StateEngines::isOnDisk)
                .map(StateEngines::declared)
                .toList();
    }

    private static boolean isOnDisk(StoreDescription store) {
        return !store.isUsers() && store.persistent();
    }

    private static StateEngine withUsers(StateEngine others, List<StoreDescription> stores) {
        List<StoreDescription> users =
                stores.stream().filter(StoreDescription::isUsers).toList();
        return users.isEmpty() ? others : new UserStateEngine(others, users, UserStore.Waits.BOUNDS);
    }

    /**
     * Takes a folder and gives it back at once.
     *
     * @param folder the folder
     * @param group what the group may do in it, as the application is configured
     * @throws org.stoatflow.streams.errors.LockException if another instance holds it
     * @throws org.stoatflow.streams.errors.ProcessorStateException if it cannot be made or written
     */
    public static void requireUsable(Path folder, FolderAccess.Group group) {
        StateFolder.take(folder, group).close();
    }

    private static DeclaredStore declared(StoreDescription store) {
        StoreFormat format = StoreFormats.of(store);
        return new DeclaredStore(store.name(), format.layout(), store.logging(), format.segmentMs());
    }

    /** In the order of the stores, from which engines in memory number them. */
    private static Set<String> names(List<StoreDescription> stores, Predicate<StoreDescription> which) {
        return stores.stream()
                .filter(which)
                .map(StoreDescription::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
