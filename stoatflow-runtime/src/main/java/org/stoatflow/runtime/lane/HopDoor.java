package org.stoatflow.runtime.lane;

import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.plan.CanonicalSerdes;
import org.stoatflow.runtime.plan.Hop;
import org.stoatflow.spi.RecordAccess;
import org.stoatflow.streams.processor.api.Record;

/**
 * The far end of a hop. Downstream of it, a record's topic is the repartition topic that Kafka Streams would have, its
 * partition the virtual one, and its offset that of the source record which caused it.
 */
final class HopDoor implements Door {
    private final LaneParts parts;
    private final Hop hop;
    private final Deserializer<Object> keyDeserializer;
    private final Deserializer<Object> valueDeserializer;
    private final Serializer<Object> valueSerializer;
    private final NodeContext children;
    private final String name;
    private final Supplier<byte @Nullable []> rawValue = this::rawValue;
    private @Nullable Record<Object, Object> current;
    private final boolean canonicalKeys;
    private final Class<?> keySerializer;

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    HopDoor(
            LaneParts parts,
            String name,
            Hop hop,
            Serializer<?> valueSerializer,
            Deserializer<?> keyDeserializer,
            Deserializer<?> valueDeserializer,
            Class<?> keySerializer,
            NodeContext children) {
        this.parts = parts;
        this.name = name;
        this.hop = hop;
        this.valueSerializer = (Serializer<Object>) valueSerializer;
        this.keyDeserializer = (Deserializer<Object>) keyDeserializer;
        this.valueDeserializer = (Deserializer<Object>) valueDeserializer;
        this.children = children;
        this.keySerializer = keySerializer;
        this.canonicalKeys =
                CanonicalSerdes.isCanonical(keyDeserializer) && CanonicalSerdes.isCanonicalType(keySerializer);
    }

    @Override
    public void process(Batch batch, int index) {
        HopRecord over = ((HopBatch) batch).record(index);
        parts.enter(hop.topic(), over.partition(), over.offset());
        Record<Object, Object> record;
        if (hop.byObject()) {
            record = over.record();
            current = record;
            parts.cursor().raw(over.keyBytes(), null);
            parts.cursor().rawValueFrom(rawValue);
        } else {
            parts.cursor()
                    .raw(over.keyBytes(), (byte @Nullable []) over.record().value());
            Record<Object, Object> read = read(over);
            if (read == null) {
                return;
            }
            record = read;
        }
        parts.streamTimes().advance(over.partition(), record.timestamp());
        if (canonicalKeys) {
            parts.keyMemo(record.key(), over.keyBytes());
            parts.hopKey(record.key(), over.keyBytes(), keySerializer);
        }
        children.forward(record);
    }

    /** Null if its handler leaves the record out. */
    private @Nullable Record<Object, Object> read(HopRecord over) {
        Record<Object, Object> bytes = over.record();
        Headers headers = RecordAccess.headersForRead(bytes);
        Deserializer<Object> reading = keyDeserializer;
        try {
            Object key = keyDeserializer.deserialize(hop.topic(), headers, over.keyBytes());
            reading = valueDeserializer;
            Object value = valueDeserializer.deserialize(hop.topic(), headers, (byte @Nullable []) bytes.value());
            return RecordAccess.sharing(key, value, bytes.timestamp(), headers);
        } catch (Exception unreadable) { // checked ones too: other languages throw them unannounced
            parts.faults().onUnreadable(name, raw(over), reading, unreadable);
            return null;
        }
    }

    /** The record as Kafka Streams would have read it from the repartition topic. */
    private ConsumerRecord<byte[], byte[]> raw(HopRecord over) {
        byte[] key = over.keyBytes();
        byte[] value = (byte @Nullable []) over.record().value();
        return new ConsumerRecord<>(
                hop.topic(),
                over.partition(),
                over.offset(),
                over.record().timestamp(),
                TimestampType.CREATE_TIME,
                key == null ? ConsumerRecord.NULL_SIZE : key.length,
                value == null ? ConsumerRecord.NULL_SIZE : value.length,
                key,
                value,
                RecordAccess.headersForRead(over.record()),
                Optional.empty());
    }

    /** What a value that went over as an object would have been in the topic; for dead letters only. */
    private byte @Nullable [] rawValue() {
        Record<Object, Object> record = current;
        if (record == null) {
            return null;
        }
        try {
            return valueSerializer.serialize(hop.topic(), record.headers(), record.value());
        } catch (RuntimeException notSerializable) {
            return null; // the dead letter then says where the record is from, and no more
        }
    }
}
