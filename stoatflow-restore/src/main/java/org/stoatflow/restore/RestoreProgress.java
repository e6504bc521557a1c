package org.stoatflow.restore;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Numbers of a restore, by store. Restorers count from their threads, anyone reads at any time; numbers of one snapshot
 * may be some records apart.
 *
 * <p>Shared. Written by: restore threads count. Read by: the dispatcher's thread, metrics, status. Safe: atomic counts,
 * in a map that does not change. Proof: SharedFieldsTest.
 */
public final class RestoreProgress {
    /**
     * Numbers of one store.
     *
     * @param store the store's name
     * @param partitions how many partitions it has
     * @param partitionsDone how many of them are restored
     * @param offsets how many offsets its tasks span, transaction markers and compacted records included; where logs
     *     are followed, up to the ends that were heard of last
     * @param offsetsDone how many of them are behind the restorers
     * @param records how many records were applied
     */
    public record OfStore(
            String store, int partitions, int partitionsDone, long offsets, long offsetsDone, long records) {}

    private static final class Counters {
        private final LongAdder partitions = new LongAdder();
        private final LongAdder partitionsDone = new LongAdder();
        private final LongAdder offsets = new LongAdder();
        private final LongAdder offsetsDone = new LongAdder();
        private final LongAdder records = new LongAdder();
    }

    private final Map<String, Counters> stores = new LinkedHashMap<>();

    /**
     * Starts counting.
     *
     * @param tasks all tasks of the restore
     */
    public RestoreProgress(Collection<RestoreTask> tasks) {
        for (RestoreTask task : tasks) {
            Counters counters = stores.computeIfAbsent(task.changelog().store(), name -> new Counters());
            counters.partitions.increment();
            counters.offsets.add(task.goal().latest() - task.from());
        }
    }

    /**
     * The numbers now.
     *
     * @return one entry for each store, in the order of the tasks
     */
    public List<OfStore> snapshot() {
        List<OfStore> snapshot = new ArrayList<>();
        stores.forEach((store, counters) -> snapshot.add(new OfStore(
                store,
                counters.partitions.intValue(),
                counters.partitionsDone.intValue(),
                counters.offsets.sum(),
                Math.min(counters.offsetsDone.sum(), counters.offsets.sum()), // a follower may be ahead of the end
                counters.records.sum())));
        return snapshot;
    }

    void advanced(RestoreTask task, long offsets, long records) {
        Counters counters = of(task);
        counters.offsetsDone.add(offsets);
        counters.records.add(records);
    }

    void finished(RestoreTask task) {
        of(task).partitionsDone.increment();
    }

    /** Counts a task that starts again with other offsets. */
    void replaced(RestoreTask before, long offsetsDone, RestoreTask after) {
        Counters counters = of(before);
        counters.offsetsDone.add(-offsetsDone);
        counters.offsets.add(
                after.goal().latest() - after.from() - (before.goal().latest() - before.from()));
    }

    /** Counts a log of which another end was heard. */
    void heard(RestoreTask before, RestoreTask after) {
        of(before).offsets.add(after.goal().latest() - before.goal().latest());
    }

    private Counters of(RestoreTask task) {
        Counters counters = stores.get(task.changelog().store());
        if (counters == null) {
            throw new IllegalArgumentException("Store " + task.changelog().store() + " is not in " + stores.keySet());
        }
        return counters;
    }
}
