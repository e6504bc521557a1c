package org.stoatflow.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** The store of records without a partner as the operators of a join use it, for who is not one of them. */
public final class UnjoinedList {
    private final UnjoinedRows<Bytes, byte[], byte[]> rows;

    /** @param store the store's rows */
    public UnjoinedList(KeyValueStore<Bytes, byte[]> store) {
        Serde<byte[]> values = Serdes.ByteArray();
        rows = new UnjoinedRows<>(store, new UnjoinedFormat<>("unjoined", Serdes.Bytes(), values, values));
    }

    /** A record has found no partner. */
    public void add(Bytes key, boolean left, long timestamp, byte[] value) {
        rows.add(key, left, timestamp, value, new RecordHeaders());
    }

    /** The records of a key, side and time have found one. */
    public void remove(Bytes key, boolean left, long timestamp) {
        rows.remove(key, left, timestamp, new RecordHeaders());
    }

    /** Leaves so many values of the first row, the last ones. */
    public void keepOfFirst(int count) {
        try (KeyValueIterator<Bytes, byte[]> all = rows.all()) {
            KeyValue<Bytes, byte[]> first = all.next();
            List<byte[]> values = rows.format().values(first.value);
            rows.keep(first.key, values.subList(values.size() - count, values.size()));
        }
    }

    /** The time of the latest row, or -1. */
    public long latestMs() {
        return rows.latestMs();
    }

    /** All rows, as their times, sides and plain values. */
    public List<String> all() {
        List<String> found = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> all = rows.all()) {
            while (all.hasNext()) {
                Bytes row = all.peekNextKey();
                List<Bytes> values = new ArrayList<>();
                for (byte[] value : rows.format().values(all.next().value)) {
                    values.add(Bytes.wrap(plain(value)));
                }
                found.add(rows.format().timestamp(row) + (rows.format().isLeft(row) ? " left " : " right ") + values);
            }
        }
        return found;
    }

    private byte[] plain(byte[] value) {
        byte[] left = rows.format().left(value, new RecordHeaders());
        byte[] right = rows.format().right(value, new RecordHeaders());
        return left == null ? Objects.requireNonNull(right) : left;
    }
}
