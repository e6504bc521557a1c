package org.stoatflow.kernel.lane;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.processor.TaskId;

/** Opens the stores that users have written: one for each task, with the context that Kafka Streams would give it. */
public final class TaskStores implements UserStoreHome {
    private final Application application;
    private final Map<String, Integer> stages;
    private final Path folder;

    private TaskStores(Application application, Map<String, Integer> stages, Path folder) {
        this.application = application;
        this.stages = stages;
        this.folder = folder;
    }

    /**
     * Opens them, or opens them anew, see {@link StateEngine#openUsers}.
     *
     * @param folder in which each task has a folder for its stores
     */
    public static void open(Plan plan, Application application, StateEngine state, Path folder) {
        Map<String, Integer> stages = new HashMap<>();
        Map<String, List<Integer>> partitions = new HashMap<>();
        for (StorePlan store : plan.stores()) {
            if (store.description().isUsers()) {
                stages.put(store.name(), store.stage());
                partitions.put(
                        store.name(), plan.ownedOf(store).stream().boxed().toList());
            }
        }
        state.openUsers(new TaskStores(application, stages, folder), partitions);
    }

    /** Tells all of them of a commit, as Kafka Streams does when they are restored, before the first record. */
    public static void commit(Plan plan, StateEngine state) {
        for (StorePlan store : plan.stores()) {
            if (store.description().isUsers()) {
                int id = state.storeId(store.name());
                plan.ownedOf(store).stream().forEach(partition -> state.commitUsers(id, partition));
            }
        }
    }

    @Override
    public StateStoreContext context(String store, int partition, Registrar registrar) {
        TaskId task = new TaskId(stages.getOrDefault(store, 0), partition);
        return new TaskStoreContext(application, task, folder.resolve(task.toString()), registrar);
    }
}
