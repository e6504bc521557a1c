package org.stoatflow.state;

import java.util.List;
import java.util.Map;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/** The stores that users have written, as a state has them: they are opened, written at once, and told of commits. */
public interface UsersStates {
    /**
     * Opens the stores that users have written, which are open until the engine is closed. Where a store is wholly the
     * user's, so that processors write to it and nothing can be taken back, a store that is open already is closed, and
     * another one takes its place. Under exactly-once, what such a store keeps on disk is deleted first where it may
     * not be committed, and with it all that users' stores of the same task keep there. Call it before a restore, while
     * no lane is at work.
     *
     * @param home gives the stores their contexts
     * @param partitions the virtual partitions of each store by its name
     * @throws org.stoatflow.streams.errors.StreamsException if a store cannot be opened
     */
    default void openUsers(UserStoreHome home, Map<String, List<Integer>> partitions) {}

    /**
     * A store of the user's that is written at once.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @return the store, open
     * @throws IllegalArgumentException if there is no such store
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if it is closed, or is being opened anew
     */
    default StateStore usersStore(int storeId, int partition) {
        throw new IllegalArgumentException("no store of the user's is open: storeId=" + storeId);
    }

    /**
     * Has a store of a user's supplier answer a query by itself. Any thread; the call has its turn among those that
     * read and write the store, an iterator that it gives does not.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @return what the store answers; by default it knows no query
     * @throws org.stoatflow.streams.errors.InvalidStateStoreException if it is closed, or is being opened anew
     */
    default <R> QueryResult<R> askUsers(
            int storeId, int partition, Query<R> query, PositionBound bound, QueryConfig config) {
        throw new IllegalArgumentException("no store of the user's is open: storeId=" + storeId);
    }

    /**
     * Whether a store partition can be read. Users' stores are not open before a recovery, and while it opens them
     * anew.
     *
     * @param storeId a store of any kind
     * @param partition the virtual partition
     * @return true for stores that no user has written
     */
    default boolean isOpen(int storeId, int partition) {
        return true;
    }

    /**
     * A lane comes to where it, or user code, may call the users' stores of its partition, and global ones. They are
     * not closed, and not opened anew, before it has left.
     *
     * @param storeIds the lane's stores that users have written
     * @param partition the virtual partition
     * @return ends with the lane, behind its last call of user code
     */
    default UserHold enterUsers(List<Integer> storeIds, int partition) {
        return UserHold.NONE;
    }

    /**
     * Whether a user's store has had its files closed under it, so that it is of no use until {@link #openUsers} has
     * opened another one in its place. Any thread.
     *
     * @return true if one has said so by what it threw
     */
    default boolean areUsersBroken() {
        return false;
    }

    /**
     * Tells a store that the user has written of a commit. Thread: that which writes the store.
     *
     * @param storeId the store
     * @param partition the virtual partition
     * @throws org.stoatflow.streams.errors.ProcessorStateException if the store fails
     */
    default void commitUsers(int storeId, int partition) {}

    /**
     * Notes that all is committed that processors have written to users' stores at once. It holds until
     * the next {@link #commitUsers}. Thread: the owner's, while no lane is at work.
     */
    default void settleUsers() {}
}
