package org.stoatflow.state;

import java.nio.file.Path;
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

    /**
     * The folder of a store's task, which the task's other stores of users have too.
     *
     * @param store the store's name
     * @param partition the virtual partition, which is the task's
     * @return the folder, which need not be there
     */
    Path folder(String store, int partition);

    /**
     * Whether what is not committed must not stay in a store.
     *
     * @return false under at-least-once
     */
    boolean exactlyOnce();

    /**
     * Whether a store is restored from a topic.
     *
     * @param store the store's name
     * @return false for one without a changelog
     */
    boolean isRestored(String store);

    /**
     * Whether a store's task has a store that is not wholly the user's, survives the process, and is restored.
     *
     * @param store the store's name
     * @return true for such a store, too
     */
    boolean isBesideRestored(String store);

    /**
     * Whether a store that is open and holds only what is committed stays as it is where stores are opened anew: nobody
     * else has processed its partitions since.
     *
     * @return false where another instance may have
     */
    default boolean keepsSettled() {
        return false;
    }

    /**
     * Whether stores on disk are emptied when the process begins, since all of them is loaded anew.
     *
     * @return true for global stores
     */
    default boolean startsEmpty() {
        return false;
    }

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
