package org.stoatflow.state.suppress;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.RecordBuffer;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.store.EngineStore;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreMemory;
import org.stoatflow.state.store.StoreSerdes;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;

/**
 * Records that wait, a row for each, in the order in which they go. The store remembers the first one, so that rows
 * that went before are not looked through again. Thread: the lane's.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class RecordBufferRows<K, V> extends EngineStore implements RecordBuffer<K, V>, StoreMemory {
    private static final long NO_TIME = -1;

    private final RowStore rows;
    private final StoreSerdes<K, V> serdes;

    /** By virtual partition; null where the rows were not looked at yet. */
    private @Nullable BufferFront[] fronts = new BufferFront[0];

    RecordBufferRows(StoreDescription store, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, true, context);
        this.rows = rows;
        this.serdes = serdes;
    }

    @Override
    public void put(Record<K, V> record, @Nullable RecordMetadata origin) {
        BufferFront front = front();
        byte[] key = freeKey(front, record.timestamp(), serdes.keyBytes(record.key()));
        WaitingUpdate waiting = new WaitingUpdate(
                record.timestamp(),
                RecordAccess.headersToShare(record),
                UpdatePlace.of(origin),
                null,
                null,
                serdes.valueBytes(record.value()));
        byte[] row = UpdateBytes.write(0, waiting);
        requireLoggable(key, row);
        rows.write(context().partition(), key, row, record.timestamp());
        front.added(key);
    }

    /** Skips the numbers of rows that were there before this run, which are no more than the buffer holds. */
    private byte[] freeKey(BufferFront front, long timestamp, byte[] key) {
        byte[] free = WaitingKey.of(timestamp, key, front.nextSequence());
        while (front.mayBeTaken(timestamp) && rows.read(context().partition(), free) != null) {
            free = WaitingKey.of(timestamp, key, front.nextSequence());
        }
        return free;
    }

    @Override
    public boolean isEmpty() {
        return front().first() == null;
    }

    @Override
    public long earliestMs() {
        return WaitingKey.timestamp(firstKey());
    }

    @Override
    public long latestMs() {
        context().requireOpen(name());
        byte[] last = firstOf(rows.scan(context().partition(), null, null, false));
        return last == null ? NO_TIME : WaitingKey.timestamp(last);
    }

    @Override
    public HeldRecord<K, V> earliest() {
        byte[] key = firstKey();
        byte[] row = Objects.requireNonNull(
                rows.read(context().partition(), key), () -> "Store " + name() + " has lost a row that waits");
        WaitingUpdate waiting = UpdateBytes.read(row);
        byte[] value = Objects.requireNonNull(waiting.newValue(), () -> "Store " + name() + " has a row of no value");
        return new HeldRecord<>(
                serdes.key(WaitingKey.key(key)),
                serdes.value(value),
                waiting.timestamp(),
                waiting.headers(),
                waiting.place().known());
    }

    @Override
    public void removeEarliest() {
        byte[] key = firstKey();
        rows.write(context().partition(), key, null, context().timestamp());
        byte[] behind = Arrays.copyOf(key, key.length + 1);
        front().first(firstOf(rows.scan(context().partition(), behind, null, true)));
    }

    private byte[] firstKey() {
        byte[] first = front().first();
        if (first == null) {
            throw new NoSuchElementException("no record waits in store " + name());
        }
        return first;
    }

    private static byte @Nullable [] firstOf(RowCursor cursor) {
        try {
            return cursor.advance() ? cursor.key() : null;
        } finally {
            cursor.close();
        }
    }

    private BufferFront front() {
        context().requireOpen(name());
        int partition = context().partition();
        if (partition >= fronts.length) {
            fronts = Arrays.copyOf(fronts, partition + 1);
        }
        BufferFront front = fronts[partition];
        if (front == null) {
            front = new BufferFront(firstOf(rows.scan(partition, null, null, true)), latestMs());
            fronts[partition] = front;
        }
        return front;
    }

    // ---- memory

    @Override
    public void save() {
        for (BufferFront front : fronts) {
            if (front != null) {
                front.save();
            }
        }
    }

    /** What is remembered is what the next savepoint begins with. */
    @Override
    public void release() {}

    @Override
    public void rollback() {
        for (BufferFront front : fronts) {
            if (front != null) {
                front.rollback();
            }
        }
    }

    /** The rows are all there is to seal. */
    @Override
    public void seal(long newestEpoch, long doneEpoch) {}

    @Override
    public void forget() {
        fronts = new BufferFront[0];
    }
}
