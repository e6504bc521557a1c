package org.stoatflow.testing.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.global.GlobalTask;
import org.stoatflow.kernel.lane.GlobalStoreHome;
import org.stoatflow.kernel.lane.TaskStores;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.state.FolderDeletion;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.topology.GlobalStore;

/**
 * The state of a driver: on disk where a store is persistent, else in memory. It begins empty, in a folder of its own,
 * and is gone when it is closed.
 */
final class DriverState implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DriverState.class);
    private static final int ATTEMPTS_MAX = 100; // each other driver may delete the folder once between two calls

    private final StateEngine engine;
    private final @Nullable Path folder;
    private @Nullable DriverGlobals globals;
    private @Nullable Plan opened; // has the users' stores that are open

    private DriverState(StateEngine engine, @Nullable Path folder) {
        this.engine = engine;
        this.folder = folder;
    }

    /**
     * @param application in whose folder the state has its own, which the application is told
     * @param plan the plan, whose stores are opened
     * @param globals the global stores, which are opened too
     * @param tuning changes the options of RocksDB
     */
    static DriverState open(DriverApplication application, Plan plan, List<GlobalStore> globals, RocksTuning tuning) {
        List<StoreDescription> stores = new ArrayList<>(GlobalTask.descriptions(globals));
        plan.stores().forEach(store -> stores.add(store.description()));
        boolean onDisk = stores.stream().anyMatch(store -> store.isUsers() || store.persistent());
        if (!onDisk) {
            return new DriverState(StateEngines.inMemory(stores), null);
        }
        Path folder = folderIn(application.stateFolder());
        application.keepIn(folder);
        return new DriverState(StateEngines.openRocks(folder, stores, RocksSettings.defaults(), tuning), folder);
    }

    /** Another driver of the application may delete the parent while it is empty. */
    private static Path folderIn(Path parent) {
        for (int attempt = 1; ; attempt++) {
            try {
                Files.createDirectories(parent);
                return Files.createTempDirectory(parent, "test-driver-");
            } catch (IOException failure) {
                if (!(failure instanceof NoSuchFileException) || attempt == ATTEMPTS_MAX) {
                    throw new UncheckedIOException(
                            "The folder " + parent + " for the driver's state cannot be made", failure);
                }
            }
        }
    }

    /** Opens the stores that users have written, or those that are wholly theirs anew. */
    void openUsersStores(Plan plan, DriverApplication application, boolean exactlyOnce) {
        if (folder != null) {
            TaskStores.open(plan, application, engine, new TaskStores.Place(folder, exactlyOnce, false));
            TaskStores.commit(plan, engine);
            opened = plan;
        }
    }

    StateEngine engine() {
        return engine;
    }

    /** Makes the processors of global stores, which the application reads from now on. To be called once. */
    void follow(List<GlobalStore> stores, DriverApplication application, ManualClock clock, StreamsConfig config) {
        if (folder != null) {
            GlobalStoreHome.open(GlobalTask.descriptions(stores), application, engine, folder);
        }
        globals = DriverGlobals.open(stores, application, engine, clock, config);
    }

    DriverGlobals globals() {
        return Objects.requireNonNull(globals);
    }

    @Override
    public void close() {
        try {
            if (globals != null) {
                globals.close();
            }
            if (opened != null) {
                TaskStores.commit(opened, engine);
                engine.settleUsers();
            }
        } finally {
            engine.close();
            if (folder != null) {
                delete(folder);
            }
        }
    }

    /** Deletes the folder, and the application's, which Kafka Streams' driver deletes too, unless others are in it. */
    private static void delete(Path folder) {
        try {
            FolderDeletion.delete(folder);
            Files.deleteIfExists(Objects.requireNonNull(folder.getParent()));
        } catch (DirectoryNotEmptyException others) {
            LOG.debug("The application's folder is left, since there is more in it", others);
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "The folder " + folder + " of the driver's state cannot be deleted", failure);
        }
    }
}
