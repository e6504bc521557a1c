package org.stoatflow.runtime.lane;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
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
    private final NodeContext children;
    private final boolean canonicalKeys;
    private final Class<?> keySerializer;

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    HopDoor(
            LaneParts parts,
            Hop hop,
            Deserializer<?> keyDeserializer,
            Deserializer<?> valueDeserializer,
            Class<?> keySerializer,
            NodeContext children) {
        this.parts = parts;
        this.hop = hop;
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
        Record<Object, Object> record = hop.byObject() ? over.record() : read(over);
        parts.streamTimes().advance(over.partition(), record.timestamp());
        if (canonicalKeys) {
            parts.keyMemo(record.key(), over.keyBytes());
            parts.hopKey(record.key(), over.keyBytes(), keySerializer);
        }
        children.forward(record);
    }

    private Record<Object, Object> read(HopRecord over) {
        Record<Object, Object> bytes = over.record();
        Headers headers = RecordAccess.headersForRead(bytes);
        return RecordAccess.sharing(
                keyDeserializer.deserialize(hop.topic(), headers, over.keyBytes()),
                valueDeserializer.deserialize(hop.topic(), headers, (byte @Nullable []) bytes.value()),
                bytes.timestamp(),
                headers);
    }
}
