package org.stoatflow.kernel.lane;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.state.lane.LaneState;

/**
 * The caches of one lane, and the epochs for which the lane owes their flush (docs/DESIGN.md, "Counting"). Where work
 * of an epoch leaves a cache dirty, the lane raises the counter of the cache's flush entry before it lowers the counter
 * of the work. It lowers the flush entry's counter after the flush.
 *
 * <p>Where epochs are not isolated, one cache may hold rows of several epochs. A flush takes all rows, and hands them
 * over in the oldest of these epochs.
 *
 * <p>Owner: the lane's thread.
 */
final class LaneCaches {
    private final List<Cache> caches = new ArrayList<>();
    private final EntryGraph graph;
    private final LaneState state;

    /** One cache, with the epochs for which the lane owes its flush, oldest first. */
    static final class Cache {
        private final Entry.Flush entry;
        private final List<Epoch> owed = new ArrayList<>();

        private Cache(Entry.Flush entry) {
            this.entry = entry;
        }

        Entry.Flush entry() {
            return entry;
        }

        boolean isOwed() {
            return !owed.isEmpty();
        }

        /** The oldest epoch for which the lane owes this flush. */
        Epoch epoch() {
            return owed.getFirst();
        }
    }

    LaneCaches(Stage stage, EntryGraph graph, LaneState state) {
        this.graph = graph;
        this.state = state;
        stage.flushes().forEach(flush -> caches.add(new Cache(flush)));
    }

    /** All caches, upstream ones first. */
    List<Cache> all() {
        return caches;
    }

    /**
     * Raises the flush entries of caches that work of the epoch has left dirty. Call this before the work's counter is
     * lowered. {@code cause} is the entry through which the work came in, or the entry of a flush.
     */
    void raiseWhatIsDirty(Epoch epoch, int cause) {
        for (Cache cache : caches) {
            int flush = cache.entry.id();
            if (graph.isUpstream(cause, flush)
                    && state.isCacheDirty(cache.entry.store())
                    && !cache.owed.contains(epoch)) {
                epoch.raise(flush);
                cache.owed.add(epoch);
                cache.owed.sort(Comparator.comparingLong(Epoch::number));
            }
        }
    }

    /** Forwards all rows that the cache holds, through the node that owns the cache. */
    void flush(Cache cache) {
        state.flushCache(cache.entry.store());
    }

    /**
     * Lowers the flush entry for all owed epochs. Call this once everything that the cache held has been handed over.
     */
    void lower(Cache cache) {
        List<Epoch> settled = List.copyOf(cache.owed);
        cache.owed.clear();
        settled.forEach(epoch -> epoch.lower(cache.entry.id()));
    }

    boolean oweNothing() {
        for (Cache cache : caches) {
            if (cache.isOwed()) {
                return false;
            }
        }
        return true;
    }

    /** The cache whose flush is owed for the oldest epoch, the furthest upstream first; null if no flush is owed. */
    @Nullable
    Cache oldest() {
        Cache oldest = null;
        for (Cache cache : caches) {
            if (cache.isOwed()
                    && (oldest == null
                            || cache.epoch().number() < oldest.epoch().number())) {
                oldest = cache;
            }
        }
        return oldest;
    }
}
