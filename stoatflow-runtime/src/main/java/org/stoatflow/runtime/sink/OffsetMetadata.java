package org.stoatflow.runtime.sink;

import java.nio.ByteBuffer;
import java.util.Base64;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.SourcePosition;

/**
 * The metadata in committed offsets, in Kafka Streams' format: Base64 of version 2, the partition time as eight bytes,
 * and the processors' metadata, which is empty here. Version 1 has no processors' metadata.
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
        ByteBuffer bytes = ByteBuffer.allocate(1 + Long.BYTES);
        bytes.put(VERSION).putLong(position.partitionTime());
        return new OffsetAndMetadata(
                position.offset(), position.leaderEpoch(), Base64.getEncoder().encodeToString(bytes.array()));
    }

    /** The partition time in a committed offset; -1 if there is none, or one in an unknown format. */
    public static long partitionTime(@Nullable OffsetAndMetadata committed) {
        if (committed == null || committed.metadata().isEmpty()) {
            return UNKNOWN;
        }
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getDecoder().decode(committed.metadata()));
        } catch (IllegalArgumentException notBase64) {
            return UNKNOWN; // another client's metadata
        }
        if (bytes.remaining() < 1 + Long.BYTES) {
            return UNKNOWN;
        }
        byte version = bytes.get();
        return version == VERSION || version == OLDEST_VERSION ? bytes.getLong() : UNKNOWN;
    }
}
