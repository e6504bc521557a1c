package org.stoatflow.state;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.CommitCallback;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;

/** Where stores that users have written run: makes the context that {@link StateStore#init} is given. */
public interface UserStoreHome {
    /**
     * Makes the context of a store in a task.
     *
     * @param store the store's name
     * @param partition the virtual partition, which is the task's
     * @param registrar hears what the store registers
     * @return the context, for the store's life
     */
    StateStoreContext context(String store, int partition, Registrar registrar);

    /** Hears what a store registers. */
    @FunctionalInterface
    interface Registrar {
        /**
         * The store registers itself.
         *
         * @param store what is registered
         * @param restore applies changelog records
         * @param commit called at each commit, or null
         */
        void register(StateStore store, @Nullable StateRestoreCallback restore, @Nullable CommitCallback commit);
    }
}
