package org.stoatflow.operator;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/** The bytes of records without a partner, for who is not an operator of a join. */
public final class UnjoinedBytes {
    private final Headers headers = new RecordHeaders();
    private final UnjoinedFormat<Bytes, byte[], byte[]> format;

    /** @param topic the changelog */
    public UnjoinedBytes(String topic) {
        Serde<byte[]> values = Serdes.ByteArray();
        format = new UnjoinedFormat<>(topic, Serdes.Bytes(), values, values);
    }

    /** A row's key as a join writes it. */
    public byte[] row() {
        return format.row(Bytes.wrap(utf8("key")), true, 80, headers).get();
    }

    /** A row's value as a join writes it. */
    public byte[] list() {
        byte[] one = format.add(null, true, utf8("first"), headers);
        return Objects.requireNonNull(format.add(one, true, utf8("second"), headers));
    }

    /** Reads a row as a join does when its time comes. */
    public void read(byte[] key, byte[] value) {
        Bytes row = Bytes.wrap(key);
        format.timestamp(row);
        format.isLeft(row);
        format.key(row, headers);
        for (byte[] each : format.values(value)) {
            format.left(each, headers);
            format.right(each, headers);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
