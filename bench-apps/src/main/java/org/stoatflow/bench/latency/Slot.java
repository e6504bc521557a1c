package org.stoatflow.bench.latency;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The header that carries a record's slot to its outputs, in nanoseconds of the harness's {@link System#nanoTime()}. A
 * timestamp cannot carry it: the timestamp of a count is the greatest of all records in it.
 */
final class Slot {
    private static final String NAME = "slot";

    private Slot() {}

    static Header header(long slotNs) {
        return new RecordHeader(
                NAME, ByteBuffer.allocate(Long.BYTES).putLong(slotNs).array());
    }

    static long ns(Headers headers) throws BenchFailure {
        Header header = headers.lastHeader(NAME);
        if (header == null) {
            throw new BenchFailure("an output came without the header '" + NAME + "' of the record that caused it");
        }
        return ByteBuffer.wrap(header.value()).getLong();
    }
}
