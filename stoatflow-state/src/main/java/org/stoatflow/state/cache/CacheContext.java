package org.stoatflow.state.cache;

import org.jspecify.annotations.Nullable;

/** What a cache needs of its lane. Thread: the lane's. */
public interface CacheContext {
    /**
     * The virtual partition of the record in process.
     *
     * @return the partition
     */
    int partition();

    /**
     * Makes a virtual partition current.
     *
     * @param virtualPartition the partition
     */
    void partition(int virtualPartition);

    /**
     * Whether nothing of the lane counts any more, so that no further call of a user's is to be made.
     *
     * @return true from then on
     */
    boolean isOver();

    /**
     * The record in process, for a row that is cached.
     *
     * @return what is known of it
     */
    CachedContext cached();

    /**
     * What the lane keeps of the record in process, see {@link org.stoatflow.state.CurrentRecord#keep()}.
     *
     * @return what {@link #resume} takes
     */
    @Nullable
    Object keep();

    /**
     * Makes a record current that was kept.
     *
     * @param kept what {@link #keep()} gave
     */
    void resume(@Nullable Object kept);
}
