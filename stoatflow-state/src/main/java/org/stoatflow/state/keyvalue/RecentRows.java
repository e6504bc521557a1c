package org.stoatflow.state.keyvalue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.overlay.LayeredRows;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreMemory;

/**
 * Rows of a store that keeps, of each virtual partition, those that were used last: a put beyond that deletes the row
 * that was not read or put for the longest time, as Kafka Streams' {@code MemoryLRUCache} does. It lies below the
 * cache, since Kafka Streams counts uses there. Scans are no use. Thread: the lane's.
 *
 * <p>The order of uses is not stored. A lane that begins, or has dropped its writes, takes rows in the order of their
 * timestamps, where they have any, and of their keys.
 */
final class RecentRows implements LayeredRows, StoreMemory {
    private record Stamped(byte[] key, long timestamp) {}

    private final LayeredRows below;
    private final StoreContext context;
    private final int entriesMax;
    private final List<@Nullable UseOrder> orders = new ArrayList<>();
    private boolean saving;

    RecentRows(LayeredRows below, StoreContext context, int entriesMax) {
        this.below = below;
        this.context = context;
        this.entriesMax = entriesMax;
    }

    @Override
    public byte @Nullable [] read(int partition, byte[] key) {
        byte[] value = below.read(partition, key);
        if (value != null) {
            order(partition).use(key);
        }
        return value;
    }

    @Override
    public long readTimestamp() {
        return below.readTimestamp();
    }

    @Override
    public void write(int partition, byte[] key, byte @Nullable [] value, long timestamp) {
        UseOrder order = order(partition);
        below.write(partition, key, value, timestamp);
        if (value == null) {
            order.remove(key);
            return;
        }
        order.put(key);
        while (order.size() > entriesMax) {
            byte[] oldest = order.oldest();
            order.remove(oldest);
            // not a write of null, which would keep the headers that the key was deleted with before
            below.delete(partition, oldest, context.timestamp(), CopyOnWriteHeaders.NONE);
        }
    }

    @Override
    public void delete(int partition, byte[] key, long timestamp, CopyOnWriteHeaders headers) {
        UseOrder order = order(partition);
        below.delete(partition, key, timestamp, headers);
        order.remove(key);
    }

    private UseOrder order(int partition) {
        while (orders.size() <= partition) {
            orders.add(null);
        }
        UseOrder order = orders.get(partition);
        if (order == null) {
            order = stored(partition);
            if (saving) {
                order.save();
            }
            orders.set(partition, order);
        }
        return order;
    }

    private UseOrder stored(int partition) {
        List<Stamped> rows = new ArrayList<>();
        RowCursor all = below.scan(partition, null, null, true);
        try {
            while (all.advance()) {
                rows.add(new Stamped(all.key(), all.timestamp()));
            }
        } finally {
            all.close();
        }
        rows.sort(Comparator.comparingLong(Stamped::timestamp));
        UseOrder order = new UseOrder();
        rows.forEach(row -> order.put(row.key()));
        return order;
    }

    @Override
    public void log(
            int partition, byte[] key, byte @Nullable [] value, long timestamp, @Nullable CopyOnWriteHeaders headers) {
        below.log(partition, key, value, timestamp, headers);
    }

    @Override
    public void deleteRange(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        below.deleteRange(partition, from, to);
    }

    @Override
    public RowCursor scan(int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward) {
        return below.scan(partition, from, to, forward);
    }

    @Override
    public RowCursor scan(
            int partition, byte @Nullable [] from, byte @Nullable [] to, boolean forward, List<RowCursor> above) {
        return below.scan(partition, from, to, forward, above);
    }

    @Override
    public long approximateEntries(int partition) {
        return order(partition).size();
    }

    @Override
    public long uncommittedBytes() {
        return below.uncommittedBytes();
    }

    @Override
    public void save() {
        saving = true;
        for (UseOrder order : orders) {
            if (order != null) {
                order.save();
            }
        }
    }

    @Override
    public void release() {
        saving = false;
        for (UseOrder order : orders) {
            if (order != null) {
                order.release();
            }
        }
    }

    @Override
    public void rollback() {
        saving = false;
        for (UseOrder order : orders) {
            if (order != null) {
                order.rollback();
            }
        }
    }

    @Override
    public void seal(long newestEpoch, long doneEpoch) {
        // the order is not stored
    }

    @Override
    public void forget() {
        saving = false;
        orders.clear();
    }
}
