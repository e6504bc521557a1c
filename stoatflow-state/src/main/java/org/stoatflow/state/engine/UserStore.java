package org.stoatflow.state.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.UserStoreHome;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.state.store.UserPuts;
import org.stoatflow.state.store.UserRows;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.stores.UsersMaker;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.BatchingStateRestoreCallback;
import org.stoatflow.streams.processor.CommitCallback;
import org.stoatflow.streams.processor.StateRestoreCallback;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.StoreSupplier;

/**
 * A store partition that a user's store keeps, from its {@code init} to its {@code close}.
 *
 * <p>Users' stores are made for one thread. Where one keeps the rows of a store of ours, the committer writes it while
 * lanes and queries read; the {@link UserTurn} has one of them in it at a time, and a write of a batch is one turn. A
 * store that is written at once is called by its lane, without a turn.
 *
 * <p>A store whose files were closed under it, as Java closes a channel when a thread in it is interrupted, says so by
 * what it throws, and is no good any more: the next restart opens another one.
 *
 * <p>Shared fields: {@code position} and {@code used}, written by the committer, by restorers and by the
 * dispatcher's thread; {@code settled}, written by lanes and by the dispatcher's thread; {@code closed}, written by
 * whoever closes the store and read in each turn.
 */
final class UserStore {
    /**
     * How long is waited for a turn.
     *
     * @param turn for a call or a write; a scan of a large store may take long
     * @param close for the close of the store
     */
    record Waits(Duration turn, Duration close) {
        static final Waits BOUNDS = new Waits(Duration.ofMinutes(2), Duration.ofSeconds(30));
    }

    private static final Logger LOG = LoggerFactory.getLogger(UserStore.class);
    private static final Comparator<UserRows.Row> BY_KEY =
            (one, other) -> Arrays.compareUnsigned(one.key(), other.key());

    private final String name;
    private final int partition;
    private final StateStore store;
    private final @Nullable UserPuts
            puts; // rows, unless it is written at once; null where only its callback restores it
    private final Waits waits;

    private final UserTurn turn = new UserTurn();

    private @Nullable StateRestoreCallback restore;
    private @Nullable CommitCallback commit;

    /**
     * Shared, with {@code used}. Written by: the committer, restorers and the dispatcher's thread, one at a time;
     * {@code used} also the lane that is handed the store. Read by: the dispatcher's thread. Safe: volatile. Proof:
     * UserStateEngineTest.
     */
    private volatile @Nullable ChangelogPosition position;

    private volatile boolean used;

    /**
     * Shared. Written by: the lane (a commit begins), the dispatcher's thread (all is committed), while no lane is at
     * work. Read by: the dispatcher's thread. Safe: volatile. Proof: UncleanEndTest.
     */
    private volatile boolean settled = true;

    /**
     * Shared. Written by: whoever closes the store, before it waits for the lock. Read by: committer, lanes, queries,
     * each with the lock. Safe: volatile, one way; the user's store is behind the lock, or its lane's. Who does not get
     * the lock in time leaves the store as it is. Proof: UserStoreTurnsTest.
     */
    private volatile boolean closed;

    UserStore(String name, int partition, StateStore store, @Nullable UserPuts puts, Waits waits) {
        this.name = name;
        this.partition = partition;
        this.store = store;
        this.puts = puts;
        this.waits = waits;
    }

    /** Makes one, which is not open yet. */
    static UserStore of(StoreDescription store, int partition, Waits waits) {
        StateStore users = maker(store).make();
        StoreFormat format = StoreFormats.of(store);
        UserPuts puts = store.isWrittenAtOnce() ? format.restoring(users) : format.in(users);
        return new UserStore(store.name(), partition, users, puts, waits);
    }

    private static UsersMaker maker(StoreDescription store) {
        if (store.settings() instanceof StoreSettings.Own own) {
            return UsersMaker.of(own.builder());
        }
        StoreSupplier<?> supplier = store.customSupplier();
        if (supplier == null) {
            throw new IllegalStateException("no user has written store=" + store.name());
        }
        return UsersMaker.of(supplier);
    }

    /** Has the user's store open itself. What it throws is passed on, where it is of a kind that users know; the
     * store is to be closed then. */
    void open(UserStoreHome home, boolean restored) {
        try {
            store.init(
                    home.context(name, partition, (registered, restoring, committing) -> {
                        restore = restoring;
                        commit = committing;
                    }),
                    store);
        } catch (StreamsException known) {
            throw known;
        } catch (RuntimeException failure) {
            throw new ProcessorStateException(what() + " could not be opened: init() failed", failure);
        }
        if (restored && restore == null && puts == null) {
            throw new ProcessorStateException(what() + " is restored from a topic and has registered no callback:"
                    + " its init() has to call register(root, callback) of the context,"
                    + " or its builder to be without logging");
        }
    }

    /** Whether processors write to it as it is, and it keeps that when the process has ended. */
    boolean isOwnOnDisk() {
        return isWrittenAtOnce() && store.persistent();
    }

    /** All that processors have written to it is committed. */
    void settle() {
        settled = true;
    }

    /** Whether all in it is committed. */
    boolean isSettled() {
        return settled;
    }

    /** Whether there may be rows in it. */
    boolean isUsed() {
        return used;
    }

    /** The store for its processors. */
    StateStore handedOut() {
        used = true;
        return store;
    }

    StateStore store() {
        return store;
    }

    /** Where the changelog goes on behind the rows; null where nobody knows. */
    @Nullable
    ChangelogPosition position() {
        return turn.isBroken() ? null : position;
    }

    /** Whether its files were closed under it, as an interrupt in a call does, so that another one is to be opened. */
    boolean isBroken() {
        return turn.isBroken();
    }

    void position(@Nullable ChangelogPosition newPosition) {
        position = newPosition;
    }

    private boolean isWrittenAtOnce() {
        return !(puts instanceof UserRows);
    }

    private UserRows rows() {
        if (puts instanceof UserRows rows) {
            return rows;
        }
        throw new IllegalStateException(what() + " has no rows of ours");
    }

    /** Calls the user's store in a turn. What it throws is for who asks, as in Kafka Streams. */
    private <R> R inTurn(Supplier<R> call) {
        if (!turn.isEntered(TimeSpans.nanos(waits.turn()))) {
            throw new ProcessorStateException(what() + " could not be called for "
                    + waits.turn().toSeconds() + " s: another thread is in a call of it that does not return, or that"
                    + " reads for long, " + turn + ". Have each call of the store end, and queries read less at once");
        }
        try {
            if (closed && turn.isOutermost()) { // else this turn began before the close, which waits for its end
                throw new InvalidStateStoreException(what() + " is closed");
            }
            return turn.noted(call);
        } finally {
            turn.leave();
        }
    }

    byte @Nullable [] get(byte[] key) {
        return inTurn(() -> rows().get(key));
    }

    /** Rows as they are now; what the user's store is asked for is read to its end at once. */
    CommittedScan scan(byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        List<UserRows.Row> found = read(from, to);
        return new UserScan(forward ? found : found.reversed());
    }

    private List<UserRows.Row> read(byte @Nullable [] from, byte @Nullable [] to) {
        if (from != null && to != null && Arrays.compareUnsigned(from, to) >= 0) {
            return List.of();
        }
        List<UserRows.Row> found = inTurn(() -> rows().read(from, to));
        List<UserRows.Row> within = new ArrayList<>(found.size());
        for (UserRows.Row row : found) {
            if ((from == null || Arrays.compareUnsigned(row.key(), from) >= 0)
                    && (to == null || Arrays.compareUnsigned(row.key(), to) < 0)) {
                within.add(row);
            }
        }
        within.sort(BY_KEY);
        return within;
    }

    <R> R ask(Function<StateStore, R> question) {
        return inTurn(() -> question.apply(store));
    }

    long approximateEntries() {
        return inTurn(() -> rows().approximateEntries());
    }

    /** Writes the rows of an epoch, and tells the store of the commit. */
    void apply(List<UserWrite> writes) {
        used = true;
        inTurn(" could not be written", () -> {
            writes.forEach(this::put);
            commit();
        });
    }

    private void inTurn(String failed, Runnable calls) {
        try {
            inTurn(() -> done(calls));
        } catch (StreamsException known) {
            throw known;
        } catch (RuntimeException failure) {
            throw new ProcessorStateException(what() + failed, failure);
        }
    }

    private static boolean done(Runnable calls) {
        calls.run();
        return true;
    }

    private void put(UserWrite write) {
        switch (write) {
            case UserWrite.Put put when puts != null -> puts.put(put.key(), put.stored());
            case UserWrite.Put put -> throw new IllegalStateException(what() + " has no rows of ours");
            case UserWrite.Delete delete -> delete(delete.from(), delete.to());
        }
    }

    private void delete(byte @Nullable [] from, byte @Nullable [] to) {
        read(from, to).forEach(row -> rows().put(row.key(), null));
    }

    /** Writes what was made of changelog records: by the callback that the store has registered, if it has. */
    void restore(List<UserWrite> writes) {
        StateRestoreCallback callback = puts != null && isWrittenAtOnce() ? null : restore; // it is not told times
        used = true;
        inTurn(" could not be restored", () -> {
            List<KeyValue<byte[], byte[]>> records = new ArrayList<>(writes.size());
            for (UserWrite write : writes) {
                if (callback == null || !(write instanceof UserWrite.Put put)) {
                    put(write);
                } else {
                    records.add(new KeyValue<>(logged(put), put.stored()));
                }
            }
            if (callback instanceof BatchingStateRestoreCallback batching) {
                batching.restoreAll(records);
            } else if (callback != null) {
                records.forEach(record -> callback.restore(record.key, record.value));
            }
        });
    }

    private byte[] logged(UserWrite.Put put) {
        if (!(puts instanceof UserRows rows)) {
            return put.key();
        }
        if (put.stored() != null) {
            rows.restored(put.key());
        }
        return rows.logged(put.key());
    }

    void wipe() {
        Emptying.run(this::removed, what());
    }

    private Set<Bytes> removed(byte @Nullable [] from, int max) {
        Set<Bytes> piece = new HashSet<>();
        inTurn(" could not be emptied", () -> {
            for (byte[] key : rows().keys(from, max)) {
                rows().put(key, null);
                piece.add(Bytes.wrap(key));
            }
        });
        return piece;
    }

    /** Has the store make durable what was written. Thread: that which writes the store. */
    void commit() {
        if (isWrittenAtOnce()) {
            settled = false; // this begins what is written until the next one
            UserTurn.shielded(() -> turn.noted(() -> done(this::commitNow)));
            return;
        }
        inTurn(() -> done(this::commitNow));
    }

    private void commitNow() {
        try {
            store.commit(Map.of());
            if (commit != null) {
                commit.onCommit();
            }
        } catch (StreamsException known) {
            throw known;
        } catch (RuntimeException | IOException failure) {
            throw new ProcessorStateException(what() + " could not be committed", failure);
        }
    }

    /** From now on no turn begins. One that is under way goes on. */
    void refuse() {
        closed = true;
    }

    /**
     * Closes the user's store, unless another thread stays in a call of it.
     *
     * @param waitNs how long to wait for such a call
     */
    void close(long waitNs) {
        refuse();
        if (!turn.isEntered(waitNs)) {
            throw new ProcessorStateException(what() + " could not be closed and is left open: another thread is in a"
                    + " call of it that does not return, " + turn);
        }
        try {
            store.close();
        } catch (Throwable failure) { // user code may throw anything, and other stores are closed behind this one
            if (!turn.isBroken()) {
                throw failure instanceof StreamsException known
                        ? known
                        : new ProcessorStateException(what() + " could not be closed", failure);
            }
            LOG.warn("{} which has met a closed channel before, has failed to close", what(), failure);
        } finally {
            turn.leave();
        }
    }

    private String what() {
        return "Store " + name + " (" + store.getClass().getName() + "), partition " + partition + ",";
    }
}
