package org.stoatflow.kernel.lane;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.processor.TaskId;

/** Opens the stores that users have written: one for each task, with the context that Kafka Streams would give it. */
public final class TaskStores implements UserStoreHome {
    private final Application application;
    private final Map<String, Integer> stages;
    private final Set<StorePlan> restored;
    private final Place place;

    private TaskStores(Application application, Map<String, Integer> stages, Set<StorePlan> restored, Place place) {
        this.application = application;
        this.stages = stages;
        this.restored = restored;
        this.place = place;
    }

    /**
     * @param folder in which each task has a folder for its stores
     * @param exactlyOnce whether what is not committed must not stay in a store
     * @param keepsSettled whether a store that is open and holds only what is committed stays as it is
     */
    public record Place(Path folder, boolean exactlyOnce, boolean keepsSettled) {}

    /** The names of an application's tasks, each of which may have a folder. */
    public static Set<String> tasks(Plan plan) {
        Set<String> tasks = new HashSet<>();
        for (Stage stage : plan.stages()) {
            for (int partition = 0; partition < stage.partitions(); partition++) {
                tasks.add(new TaskId(stage.id(), partition).toString());
            }
        }
        return tasks;
    }

    /** Opens them, or opens them anew, see {@link StateEngine#openUsers}. */
    public static void open(Plan plan, Application application, StateEngine state, Place place) {
        Map<String, Integer> stages = new HashMap<>();
        Map<String, List<Integer>> partitions = new HashMap<>();
        Set<StorePlan> restored = new HashSet<>();
        for (StorePlan store : plan.stores()) {
            if (store.restoredFrom() != null) {
                restored.add(store);
            }
            if (store.description().isUsers()) {
                stages.put(store.name(), store.stage());
                partitions.put(
                        store.name(), plan.ownedOf(store).stream().boxed().toList());
            }
        }
        state.openUsers(new TaskStores(application, stages, restored, place), partitions);
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
        return new TaskStoreContext(application, task(store, partition), folder(store, partition), registrar);
    }

    private TaskId task(String store, int partition) {
        return new TaskId(stages.getOrDefault(store, 0), partition);
    }

    @Override
    public Path folder(String store, int partition) {
        return place.folder().resolve(task(store, partition).toString());
    }

    @Override
    public boolean exactlyOnce() {
        return place.exactlyOnce();
    }

    @Override
    public boolean keepsSettled() {
        return place.keepsSettled();
    }

    @Override
    public boolean isRestored(String store) {
        return restored.stream().anyMatch(one -> one.name().equals(store));
    }

    @Override
    public boolean isBesideRestored(String store) {
        return restored.stream()
                .anyMatch(one -> Objects.equals(one.stage(), stages.get(store))
                        && one.description().persistent());
    }
}
