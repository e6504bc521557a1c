package org.stoatflow.simulation.stores;

import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Values are numbers; one of them is written as no bytes at all, which stores take for a deletion. */
final class Numbers implements Serde<Integer> {
    static final int NOTHING = -1;

    static @Nullable Bytes bytes(@Nullable Integer number) {
        return number == null || number == NOTHING ? null : Bytes.wrap(array(number));
    }

    static byte[] array(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    static int number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt();
    }

    @Override
    @SuppressWarnings("NullAway") // null is how Kafka writes nothing
    public Serializer<Integer> serializer() {
        return (topic, number) -> number == NOTHING ? null : array(number);
    }

    @Override
    public Deserializer<Integer> deserializer() {
        return (topic, bytes) -> number(bytes);
    }
}
