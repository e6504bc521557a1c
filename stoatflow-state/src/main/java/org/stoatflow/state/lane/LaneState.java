package org.stoatflow.state.lane;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserHold;
import org.stoatflow.state.cache.CacheBudget;
import org.stoatflow.state.cache.RowCache;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.overlay.LayeredRows;
import org.stoatflow.state.overlay.SealedOverlay;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.overlay.StoreLayers;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.state.store.StoreMemory;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateStore;

/**
 * A lane's view of its stores: committed rows below the lane's own uncommitted writes.
 *
 * <p>Thread: the lane's, for everything. A point read that finds the key in an overlay takes no lock and makes nothing
 * but the result. A store that is wholly the user's has no overlay: it is handed out as it is.
 *
 * <p>Iterators that processors leave open live on over epochs, as in Kafka Streams (they pin what RocksDB needs to show
 * them their snapshot); {@link #drop} and {@link #close} close them, and of more than 10,000 open ones of a store on
 * disk the oldest is closed for each new one.
 */
public final class LaneState implements AutoCloseable {
    private record Store(
            StateStore typed,
            StoreFormat format,
            StoreLayers layers,
            LayeredRows rows,
            @Nullable RowCache cache,
            boolean logging,
            int id) {}

    private final LaneContext lane;
    private final @Nullable CacheBudget budget;
    private final Map<String, Store> stores = new LinkedHashMap<>();
    private final UserStores users;
    private final List<StoreMemory> memories = new ArrayList<>();
    private boolean saved;
    private long seals;

    /**
     * Makes the stores of a lane without caches.
     *
     * @param committed the engine below, in which all these stores are declared
     * @param stores the stores of the lane's stage
     * @param record tells of the record in process
     * @param defaults what stores without serdes use
     * @throws org.stoatflow.streams.errors.StreamsException if a store has no serde and there is no default either
     */
    public LaneState(
            StateEngine committed, List<StoreDescription> stores, CurrentRecord record, SerdeDefaults defaults) {
        this(committed, stores, record, defaults, null, StoreFormats::of);
    }

    /**
     * Makes the stores of a lane. A store that is declared with caching gets a cache. The lane flushes each cache,
     * upstream ones first, before it seals.
     *
     * @param committed the engine below, in which all these stores are declared
     * @param stores the stores of the lane's stage
     * @param record tells of the record in process
     * @param defaults what stores without serdes use
     * @param cacheBytesMax what all caches of the lane may take, in bytes; with 0 each write is flushed at once
     * @throws org.stoatflow.streams.errors.StreamsException if a store has no serde and there is no default either
     */
    public LaneState(
            StateEngine committed,
            List<StoreDescription> stores,
            CurrentRecord record,
            SerdeDefaults defaults,
            long cacheBytesMax) {
        this(committed, stores, record, defaults, new CacheBudget(cacheBytesMax), StoreFormats::of);
    }

    /** With formats of the caller's. */
    LaneState(
            StateEngine committed,
            List<StoreDescription> stores,
            CurrentRecord record,
            SerdeDefaults defaults,
            @Nullable CacheBudget budget,
            Function<StoreDescription, StoreFormat> formats) {
        lane = new LaneContext(record);
        this.budget = budget;
        this.users = new UserStores(committed, stores);
        for (StoreDescription store : stores) {
            if (!users.has(store.name())) {
                Store made = made(committed, store, formats.apply(store), defaults);
                this.stores.put(store.name(), made);
                if (made.typed instanceof StoreMemory memory) {
                    memories.add(memory);
                }
                if (made.rows instanceof StoreMemory memory) {
                    memories.add(memory);
                }
            }
        }
    }

    private Store made(StateEngine committed, StoreDescription store, StoreFormat format, SerdeDefaults defaults) {
        int id = committed.storeId(store.name());
        StoreLayers layers = new StoreLayers(store.name(), id, format.values(), committed, store.persistent());
        LayeredRows rows = format.guarded(lane, layers);
        RowCache cache = budget != null && store.caching() ? new RowCache(store.name(), rows, lane, budget) : null;
        StateStore typed = format.view(lane, cache == null ? rows : cache, defaults);
        if (typed instanceof StoreMemory memory) {
            memory.numberFrom(partition -> written(committed.changelogPosition(id, partition)));
        }
        return new Store(typed, format, layers, rows, cache, store.logging(), id);
    }

    private static long written(@Nullable ChangelogPosition position) {
        return position == null ? 0 : position.nextOffset();
    }

    /**
     * The store that processors are given.
     *
     * @param name the store's name
     * @return the store, of the type of its kind
     * @throws IllegalArgumentException if the lane has no such store
     */
    public StateStore store(String name) {
        return users.has(name) ? users.store(name, lane.partition()) : find(name).typed;
    }

    private Store find(String name) {
        Store store = stores.get(name);
        if (store == null) {
            throw new IllegalArgumentException("The lane has no store " + name + "; it has " + stores.keySet());
        }
        return store;
    }

    /**
     * Whether a store's cache holds writes, so that the lane owes a flush in this epoch.
     *
     * @param name the store's name
     * @return false also for a store without a cache
     */
    public boolean isCacheDirty(String name) {
        Store store = stores.get(name);
        return store != null && store.cache != null && store.cache.isDirty();
    }

    /**
     * Sets how a flush finds out that the lane is over: it asks before each row, by the lane's thread. It then ends;
     * the rows that it has not flushed belong to an epoch that must be dropped.
     */
    public void overWhen(BooleanSupplier over) {
        lane.overWhen(over);
    }

    /**
     * Sets who hears of a put that a store drops, since it comes too late for what the store keeps.
     *
     * @param expired given the virtual partition; by the lane's thread
     */
    public void expiredTo(IntConsumer expired) {
        lane.expiredTo(expired);
    }

    /** Sets how many bytes key and value of a logged row may have together, and how a message shows a key. */
    public void boundLogged(int bytesMax, Function<byte[], String> shownKeys) {
        lane.boundLogged(bytesMax, shownKeys);
    }

    /**
     * Sets a time that what has expired of a store does not go beyond.
     *
     * @param name the store's name; nothing is done for a store over a user's own supplier, or one that forgets nothing
     * @param boundMs of each virtual partition, in milliseconds since 1970; asked by the lane's thread
     */
    public void boundTime(String name, IntToLongFunction boundMs) {
        Store store = stores.get(name);
        if (store != null && store.typed instanceof StoreMemory memory) {
            memory.boundBy(boundMs);
        }
    }

    /**
     * Flushes a store's cache: writes what it holds to the open epoch and calls its flush listener for each row, in the
     * order of their last writes. What a listener throws is passed on; the epoch must then be dropped.
     *
     * @param name the store's name
     */
    public void flushCache(String name) {
        RowCache cache = find(name).cache;
        if (cache != null) {
            cache.flush();
        }
    }

    /**
     * Says which virtual partition reads, writes and scans are about from now on.
     *
     * @param virtualPartition the partition of the record that comes next
     */
    public void partition(int virtualPartition) {
        lane.partition(virtualPartition);
    }

    /**
     * Remembers the bytes of a key. A store that is asked for the same object need not serialize it again. Stores use
     * these bytes only where key and serializer are Kafka's own for strings, numbers and UUIDs.
     *
     * @param key the record's key
     * @param bytes what Kafka's serializer of the key's class gives (UTF-8 for strings and UUIDs); nobody may change
     *     them
     */
    public void keyMemo(Object key, byte[] bytes) {
        lane.memo(key, bytes);
    }

    /**
     * The bytes of a value that was just put into a store, so that a sink need not serialize it again.
     *
     * @param value the value
     * @param serializer a class of serializers, of which {@link org.stoatflow.state.CanonicalBytes} knows the one that
     *     asks
     * @return what a serializer of that class gives for this very object, which nobody may change; null if not known
     */
    public byte @Nullable [] knownValue(Object value, Class<?> serializer) {
        return lane.knownValue(value, serializer);
    }

    /** {@return about how many bytes the writes of the open epoch take, caches included; sealed epochs do not count} */
    public long uncommittedBytes() {
        long bytes = 0;
        for (Store store : stores.values()) {
            bytes += store.layers.openBytes() + (store.cache == null ? 0 : store.cache.bytes());
        }
        return bytes;
    }

    /**
     * Begins a savepoint: writes from here on can be taken back. {@link #rollback} or {@link #release} ends it, and one
     * of them must follow before the epoch is sealed. Until then a cache does not flush the rows that it had before.
     * Open iterators, and fields of the processors, are not part of the savepoint.
     */
    public void save() {
        for (Store store : stores.values()) {
            store.layers.save();
            if (store.cache != null) {
                store.cache.save();
            }
        }
        memories.forEach(StoreMemory::save);
        saved = true;
    }

    /** What was written since {@link #save} stays; flushes that a cache owes since then are done now. */
    public void release() {
        for (Store store : stores.values()) {
            store.layers.release();
            if (store.cache != null) {
                store.cache.release();
            }
        }
        memories.forEach(StoreMemory::release);
        saved = false;
        for (Store store : stores.values()) {
            if (store.cache != null) {
                store.cache.flushIfPostponed();
            }
        }
    }

    /** Takes back what was written since {@link #save}, as if it had never been. */
    public void rollback() {
        for (Store store : stores.values()) {
            store.layers.rollback();
            if (store.cache != null) {
                store.cache.rollback();
            }
        }
        memories.forEach(StoreMemory::rollback);
        saved = false;
    }

    /**
     * Ends the epoch on this lane. The formats of the logged stores say which changelog records are collected; a
     * key-value store gives one for each key that was written: its last value, in the order in which the keys were
     * first written. The lane goes on with empty overlays and reads through the sealed ones until they are applied.
     *
     * <p>This is for epochs that are isolated: each is sealed once, and applied when all lanes are through it.
     *
     * @param out takes the changelog records, before this returns
     * @return what is to be applied; empty, and needing no apply, if nothing was written
     * @throws IllegalStateException if a cache was not flushed, or a savepoint is open
     */
    public SealedState seal(ChangelogCollector out) {
        seals++;
        return seal(out, seals, seals - 1);
    }

    /**
     * Seals what was written, as {@link #seal(ChangelogCollector)} does, where epochs are not isolated.
     *
     * @param out takes the changelog records, before this returns
     * @param newestEpoch the newest epoch of which the lane has processed records
     * @param doneEpoch the newest epoch that all lanes of the stage are through, with all before it; less than any
     *     epoch where this is not known
     * @return what is to be applied; empty, and needing no apply, if nothing was written
     */
    public SealedState seal(ChangelogCollector out, long newestEpoch, long doneEpoch) {
        if (saved) {
            throw new IllegalStateException("A savepoint is open, which must be released before the epoch is sealed");
        }
        requireCleanCaches();
        for (StoreMemory memory : memories) {
            memory.seal(newestEpoch, doneEpoch);
        }
        SealedState epoch = new SealedState();
        for (Store store : stores.values()) {
            SealedOverlay overlay = store.layers.seal(epoch);
            if (overlay != null) {
                epoch.add(overlay);
                if (store.logging) {
                    store.format.log(store.id, overlay.written(), out);
                    overlay.logAppended(out);
                }
            }
        }
        return epoch;
    }

    /**
     * The lane comes to where user code may call users' stores, see {@link StateEngine#enterUsers}.
     *
     * @return ends behind the lane's last call of user code
     */
    public UserHold enterUsers() {
        return users.enter(lane.partition());
    }

    /** Tells the users' stores that are written at once of a commit, as Kafka Streams does. */
    public void commitUsers() {
        users.commit(lane.partition());
    }

    private void requireCleanCaches() {
        stores.forEach((name, store) -> {
            if (store.cache != null && store.cache.isDirty()) {
                throw new IllegalStateException(
                        "Store " + name + ": its cache must be flushed before the epoch is sealed");
            }
        });
    }

    /**
     * Drops all writes that are not applied, those of sealed epochs included, and closes iterators. The stores stay
     * usable, and show the committed rows.
     */
    public void drop() {
        saved = false;
        for (Store store : stores.values()) {
            store.layers.drop();
            if (store.cache != null) {
                store.cache.drop();
            }
        }
        memories.forEach(StoreMemory::forget);
    }

    /** Closes the stores and their iterators; using them is then an error. Does nothing the second time. */
    @Override
    public void close() {
        drop();
        lane.close();
    }
}
