package org.stoatflow.operator;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.operator.Subscription.Instruction;

/**
 * Reads and writes subscriptions as Kafka Streams does: a byte with the version, whose highest bit says that there is
 * no hash; the instruction; the hash; the primary key; and, in version 1, the partition.
 */
public final class SubscriptionSerde
        implements Serde<Subscription>, Serializer<Subscription>, Deserializer<Subscription> {
    private static final int NO_HASH = 0x80;
    private static final int WITHOUT_PARTITION = 0;
    private static final int WITH_PARTITION = 1;

    /** Creates the serde. */
    public SubscriptionSerde() {}

    @Override
    public Serializer<Subscription> serializer() {
        return this;
    }

    @Override
    public Deserializer<Subscription> deserializer() {
        return this;
    }

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {}

    @Override
    public void close() {}

    @Override
    @SuppressWarnings("NullAway") // tombstones are null
    public byte[] serialize(String topic, Subscription data) {
        if (data == null) {
            return null;
        }
        boolean placed = data.partition() != Subscription.UNKNOWN;
        ValueHash hash = data.hash();
        byte[] key = data.primaryKey().get();
        ByteBuffer bytes = ByteBuffer.allocate(
                2 + (hash == null ? 0 : ValueHash.BYTES) + key.length + (placed ? Integer.BYTES : 0));
        bytes.put((byte) ((placed ? WITH_PARTITION : WITHOUT_PARTITION) | (hash == null ? NO_HASH : 0)));
        bytes.put(data.instruction().code());
        if (hash != null) {
            bytes.putLong(hash.first()).putLong(hash.second());
        }
        bytes.put(key);
        if (placed) {
            bytes.putInt(data.partition());
        }
        return bytes.array();
    }

    @Override
    @SuppressWarnings("NullAway") // tombstones are null
    public Subscription deserialize(String topic, byte[] data) {
        if (data == null) {
            return null;
        }
        ReceivedBytes received = new ReceivedBytes("A subscription", topic, data);
        received.requireLength(2);
        byte head = data[0];
        int version = head & ~NO_HASH & 0xff;
        if (version > WITH_PARTITION) {
            throw new UnsupportedVersionException(
                    "A subscription was written by a newer library: version=" + version + " topic=" + topic);
        }
        boolean hashed = (head & NO_HASH) == 0;
        int behindKey = version == WITH_PARTITION ? Integer.BYTES : 0;
        received.requireLength(2 + (hashed ? ValueHash.BYTES : 0) + behindKey);
        Instruction instruction = instruction(received, data[1]);
        ByteBuffer bytes = ByteBuffer.wrap(data, 2, data.length - 2);
        ValueHash hash = hashed ? new ValueHash(bytes.getLong(), bytes.getLong()) : null;
        byte[] key = received.next(bytes, bytes.remaining() - behindKey);
        int partition = version == WITH_PARTITION ? bytes.getInt() : Subscription.UNKNOWN;
        return new Subscription(hash, instruction, Bytes.wrap(key), partition);
    }

    private static Instruction instruction(ReceivedBytes received, byte code) {
        Instruction instruction = Instruction.of(code);
        if (instruction == null) {
            throw received.refused("has an unknown instruction, code=" + code, null);
        }
        return instruction;
    }
}
