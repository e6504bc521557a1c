package org.stoatflow.runtime.sink;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.SourcePosition;

/**
 * The metadata in committed offsets, in Kafka Streams' format: Base64 of version 2, the partition time as eight bytes,
 * and what its processors keep, if they keep anything: the number of entries, and for each the length and bytes of the
 * name of a store, and the time up to which its windows have closed and are forwarded. Version 1 ends with the
 * partition time.
 *
 * @see <a href="https://cwiki.apache.org/confluence/x/GYYLCQ">KIP-424 and the class TopicPartitionMetadata of Kafka
 *     Streams</a>
 */
public final class OffsetMetadata {
    private static final byte VERSION = 2;
    private static final byte OLDEST_VERSION = 1;
    private static final long UNKNOWN = -1;

    private OffsetMetadata() {}

    /** The offset and metadata to commit for a position. */
    public static OffsetAndMetadata encode(SourcePosition position) {
        Map<String, Long> closedMs = new HashMap<>(); // one by one, so that the order is that of Kafka Streams' entries
        position.closedMs().forEach(closedMs::put);
        ByteBuffer bytes = ByteBuffer.allocate(1 + Long.BYTES + bytesOf(closedMs));
        bytes.put(VERSION).putLong(position.partitionTime());
        if (!closedMs.isEmpty()) {
            bytes.putInt(closedMs.size());
            closedMs.forEach((store, time) -> {
                byte[] name = store.getBytes(StandardCharsets.UTF_8);
                bytes.putInt(name.length).put(name).putLong(time);
            });
        }
        return new OffsetAndMetadata(
                position.offset(), position.leaderEpoch(), Base64.getEncoder().encodeToString(bytes.array()));
    }

    private static int bytesOf(Map<String, Long> closedMs) {
        int bytes = closedMs.isEmpty() ? 0 : Integer.BYTES;
        for (String store : closedMs.keySet()) {
            bytes += Integer.BYTES + store.getBytes(StandardCharsets.UTF_8).length + Long.BYTES;
        }
        return bytes;
    }

    /** The partition time in a committed offset; -1 if there is none, or one in an unknown format. */
    public static long partitionTime(@Nullable OffsetAndMetadata committed) {
        ByteBuffer bytes = known(committed);
        return bytes == null ? UNKNOWN : bytes.getLong();
    }

    /** Whether a committed offset has metadata in an unknown format, as that of another client. */
    public static boolean isOfOthers(@Nullable OffsetAndMetadata committed) {
        return committed != null && !committed.metadata().isEmpty() && known(committed) == null;
    }

    /**
     * The times in a committed offset up to which windows have closed and are forwarded, by store; empty if there are
     * none, or in an unknown format.
     */
    public static Map<String, Long> closedMs(@Nullable OffsetAndMetadata committed) {
        ByteBuffer bytes = known(committed);
        if (bytes == null || bytes.remaining() <= Long.BYTES) {
            return Map.of();
        }
        bytes.getLong();
        Map<String, Long> closedMs = new HashMap<>();
        try {
            int stores = bytes.getInt();
            for (int store = 0; store < stores; store++) {
                int length = bytes.getInt();
                if (length < 0 || length > bytes.remaining()) {
                    return Map.of(); // another client's metadata
                }
                byte[] name = new byte[length];
                bytes.get(name);
                closedMs.put(new String(name, StandardCharsets.UTF_8), bytes.getLong());
            }
        } catch (BufferUnderflowException cut) {
            return Map.of(); // another client's metadata
        }
        return closedMs;
    }

    /** What comes after the version, with the partition time at least; null if it is none of Kafka Streams'. */
    private static @Nullable ByteBuffer known(@Nullable OffsetAndMetadata committed) {
        if (committed == null || committed.metadata().isEmpty()) {
            return null;
        }
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getDecoder().decode(committed.metadata()));
        } catch (IllegalArgumentException notBase64) {
            return null; // another client's metadata
        }
        if (bytes.remaining() < 1 + Long.BYTES) {
            return null;
        }
        byte version = bytes.get();
        return version == VERSION || version == OLDEST_VERSION ? bytes : null;
    }
}
