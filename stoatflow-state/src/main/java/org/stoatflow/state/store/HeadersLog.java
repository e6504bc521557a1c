package org.stoatflow.state.store;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.ChangelogCollector;
import org.stoatflow.state.HeaderBytes;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.state.overlay.WrittenRows;

/** Makes changelog records of rows whose values have headers in front: the records have them, and the plain values. */
public final class HeadersLog {
    private HeadersLog() {}

    /**
     * Appends the changelog records of an epoch's rows.
     *
     * @param storeId the store's number
     * @param rows what was written
     * @param loggedKey makes a record's key of a row's
     * @param out takes the records
     */
    public static void append(int storeId, WrittenRows rows, UnaryOperator<byte[]> loggedKey, ChangelogCollector out) {
        Map<Integer, CopyOnWriteHeaders> ofDeletions = rows.headersOfDeletions();
        int size = rows.size();
        for (int entry = 0; entry < size; entry++) {
            byte[] value = rows.value(entry);
            out.append(
                    storeId,
                    rows.partition(entry),
                    loggedKey.apply(rows.key(entry)),
                    value == null ? null : HeaderBytes.plain(value),
                    rows.timestamp(entry),
                    value == null ? ofDeletions.get(entry) : headers(value));
        }
    }

    /**
     * Appends a changelog record of a value that is not stored.
     *
     * @param rows where records are appended
     * @param partition the virtual partition
     * @param key the record's key
     * @param value the value, with headers in front
     * @param timestamp the record's timestamp
     */
    public static void append(RowStore rows, int partition, byte[] key, byte[] value, long timestamp) {
        rows.log(partition, key, HeaderBytes.plain(value), timestamp, headers(value));
    }

    private static @Nullable CopyOnWriteHeaders headers(byte[] value) {
        CopyOnWriteHeaders headers = CopyOnWriteHeaders.of(HeaderBytes.headers(value));
        return headers.isEmpty() ? null : headers;
    }
}
