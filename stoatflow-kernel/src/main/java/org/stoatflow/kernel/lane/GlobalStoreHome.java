package org.stoatflow.kernel.lane;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.processor.TaskId;

/**
 * Where global stores run that users have written: one of each in the process, which is loaded anew in each.
 *
 * @param parent in which they have their folder
 */
public record GlobalStoreHome(Application application, Path parent) implements UserStoreHome {
    /** The name of the folder. Processors of global stores get it, too. */
    public static final String FOLDER = "global";

    private static final TaskId TASK = new TaskId(-1, -1); // as Kafka Streams calls it

    /** Opens them. Call it before the stores are used. */
    public static void open(List<StoreDescription> stores, Application application, StateEngine state, Path parent) {
        Map<String, List<Integer>> partitions = new HashMap<>();
        stores.stream().filter(StoreDescription::isUsers).forEach(store -> partitions.put(store.name(), List.of(0)));
        state.openUsers(new GlobalStoreHome(application, parent), partitions);
    }

    @Override
    public StateStoreContext context(String store, int partition, Registrar registrar) {
        return new TaskStoreContext(application, TASK, folder(store, partition), registrar);
    }

    @Override
    public Path folder(String store, int partition) {
        return parent.resolve(FOLDER);
    }

    @Override
    public boolean exactlyOnce() {
        return false;
    }

    /** Their processors load them. */
    @Override
    public boolean isRestored(String store) {
        return false;
    }

    @Override
    public boolean isBesideRestored(String store) {
        return false;
    }

    @Override
    public boolean startsEmpty() {
        return true;
    }
}
