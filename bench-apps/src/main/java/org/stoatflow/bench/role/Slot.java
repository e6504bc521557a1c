package org.stoatflow.bench.role;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The header that carries the time at which a record is due to its outputs, in nanoseconds since 1970. A timestamp
 * cannot carry it: the timestamp of a count or a join is the greatest of all records in it.
 */
final class Slot {
    private static final String NAME = "slot";

    private Slot() {}

    static Header header(long slotNs) {
        return new RecordHeader(
                NAME, ByteBuffer.allocate(Long.BYTES).putLong(slotNs).array());
    }

    static long ns(String topic, Headers headers) throws RoleFailure {
        Header header = headers.lastHeader(NAME);
        if (header == null) {
            throw new RoleFailure(
                    "an output of " + topic + " came without the header '" + NAME + "' of the record that caused it");
        }
        return ByteBuffer.wrap(header.value()).getLong();
    }
}
