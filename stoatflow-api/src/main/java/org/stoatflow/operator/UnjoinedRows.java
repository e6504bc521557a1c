package org.stoatflow.operator;

import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;

/** The records of both sides of a join that wait for a partner, in one lane. The earliest come first. */
final class UnjoinedRows<K, V1, V2> {
    private final KeyValueStore<Bytes, byte[]> rows;
    private final UnjoinedFormat<K, V1, V2> format;

    UnjoinedRows(KeyValueStore<Bytes, byte[]> rows, UnjoinedFormat<K, V1, V2> format) {
        this.rows = rows;
        this.format = format;
    }

    UnjoinedFormat<K, V1, V2> format() {
        return format;
    }

    void add(K key, boolean left, long timestamp, Object value, Headers headers) {
        Bytes row = format.row(key, left, timestamp, headers);
        rows.put(row, format.add(rows.get(row), left, value, headers));
    }

    /** The records of a key, side and time have found a partner. */
    void remove(K key, boolean left, long timestamp, Headers headers) {
        Bytes row = format.row(key, left, timestamp, headers);
        if (rows.get(row) != null) {
            rows.put(row, null);
        }
    }

    void remove(Bytes row) {
        rows.put(row, null);
    }

    /** Leaves these values of a row, or removes it if there are none. */
    void keep(Bytes row, List<byte[]> values) {
        rows.put(row, values.isEmpty() ? null : format.list(values));
    }

    KeyValueIterator<Bytes, byte[]> all() {
        return rows.all();
    }

    /** The time of the latest row, or -1. */
    long latestMs() {
        try (KeyValueIterator<Bytes, byte[]> latest = rows.reverseAll()) {
            return latest.hasNext() ? format.timestamp(latest.peekNextKey()) : -1;
        }
    }
}
