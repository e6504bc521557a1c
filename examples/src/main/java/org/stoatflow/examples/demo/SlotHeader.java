package org.stoatflow.examples.demo;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The header with the slot of a line, in microseconds since 1970. The application carries it over to the results of
 * that line. The timestamp of a count cannot carry it: it is the greatest of all lines in the count, so a line that was
 * overtaken would hide its own delay.
 */
final class SlotHeader {
    private static final String NAME = "slot";

    private SlotHeader() {}

    static Header of(long epochMicros) {
        return new RecordHeader(
                NAME, ByteBuffer.allocate(Long.BYTES).putLong(epochMicros).array());
    }

    /** The slot that a result carries. */
    static long micros(Headers headers) throws DemoFailure {
        Header header = headers.lastHeader(NAME);
        if (header == null) {
            throw new DemoFailure("a result came without the header '" + NAME + "' of the line that caused it");
        }
        return ByteBuffer.wrap(header.value()).getLong();
    }
}
