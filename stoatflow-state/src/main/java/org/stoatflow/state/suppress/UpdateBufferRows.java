package org.stoatflow.state.suppress;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.HeldRecord;
import org.stoatflow.operator.UpdateBuffer;
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
 * Updates that wait, a row for each. Their order is not in the rows: the store remembers it, and reads all rows of a
 * virtual partition once to know it. Thread: the lane's.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class UpdateBufferRows<K, V> extends EngineStore implements UpdateBuffer<K, V>, StoreMemory {
    private final RowStore rows;
    private final StoreSerdes<K, V> serdes;
    private final UpdateCodec<K, V> codec;

    /** By virtual partition; null where the rows were not read yet. */
    private @Nullable WaitingRows[] waiting = new WaitingRows[0];

    private boolean saving;
    private byte @Nullable [] found;

    UpdateBufferRows(StoreDescription store, StoreContext context, RowStore rows, StoreSerdes<K, V> serdes) {
        super(store, false, context);
        this.rows = rows;
        this.serdes = serdes;
        codec = new UpdateCodec<>(serdes, store.settings().withHeaders());
    }

    @Override
    public void put(long timeMs, Record<K, Change<V>> update, @Nullable RecordMetadata origin) {
        WaitingRows all = waiting();
        byte[] key = serdes.keyBytes(update.key());
        Bytes wrapped = Bytes.wrap(key);
        WaitingRows.Row former = all.find(wrapped);
        long time = former == null ? timeMs : former.timeMs();
        byte[] row = codec.row(time, update, origin, former == null ? null : row(key));
        requireLoggable(key, row);
        rows.write(context().partition(), key, row, update.timestamp());
        all.put(new WaitingRows.Row(time, wrapped, codec.estimatedBytes(key, row)));
    }

    @Override
    public long earliestMs() {
        return waiting().earliestMs();
    }

    @Override
    public HeldRecord<K, Change<V>> earliest() {
        byte[] key = waiting().first().get();
        return codec.held(key, row(key));
    }

    @Override
    public void removeEarliest() {
        WaitingRows all = waiting();
        Bytes key = all.first();
        rows.write(context().partition(), key.get(), null, context().timestamp());
        all.remove(key);
    }

    @Override
    public int size() {
        return waiting().size();
    }

    @Override
    public long bytes() {
        return waiting().bytes();
    }

    @Override
    public boolean holds(K key) {
        byte[] bytes = serdes.keyBytes(key);
        found = waiting().find(Bytes.wrap(bytes)) == null ? null : row(bytes);
        return found != null;
    }

    @Override
    public @Nullable V valueBefore() {
        return codec.before(found());
    }

    @Override
    public long timeBefore() {
        return codec.timeBefore(found());
    }

    private byte[] found() {
        if (found == null) {
            throw new NoSuchElementException("Store " + name() + " was not asked for a row, or has no update of it");
        }
        return found;
    }

    private byte[] row(byte[] key) {
        return Objects.requireNonNull(
                rows.read(context().partition(), key), () -> "Store " + name() + " has lost a row that waits");
    }

    private WaitingRows waiting() {
        context().requireOpen(name());
        int partition = context().partition();
        if (partition >= waiting.length) {
            waiting = Arrays.copyOf(waiting, partition + 1);
        }
        WaitingRows all = waiting[partition];
        if (all == null) {
            all = readAll(partition);
            waiting[partition] = all;
            if (saving) {
                all.save();
            }
        }
        return all;
    }

    private WaitingRows readAll(int partition) {
        WaitingRows all = new WaitingRows();
        RowCursor cursor = rows.scan(partition, null, null, true);
        try {
            while (cursor.advance()) {
                byte[] key = cursor.key();
                byte[] row = Objects.requireNonNull(cursor.value(), "a cursor shows no tombstones");
                all.put(new WaitingRows.Row(codec.timeMs(row), Bytes.wrap(key), codec.estimatedBytes(key, row)));
            }
        } finally {
            cursor.close();
        }
        return all;
    }

    // ---- memory

    @Override
    public void save() {
        saving = true;
        for (WaitingRows all : waiting) {
            if (all != null) {
                all.save();
            }
        }
    }

    @Override
    public void release() {
        saving = false;
        for (WaitingRows all : waiting) {
            if (all != null) {
                all.release();
            }
        }
    }

    @Override
    public void rollback() {
        saving = false;
        for (WaitingRows all : waiting) {
            if (all != null) {
                all.rollback();
            }
        }
    }

    /** The rows are all there is to seal. */
    @Override
    public void seal(long newestEpoch, long doneEpoch) {}

    @Override
    public void forget() {
        waiting = new WaitingRows[0];
        saving = false;
        found = null;
    }
}
