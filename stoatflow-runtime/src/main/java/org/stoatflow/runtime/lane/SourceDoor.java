package org.stoatflow.runtime.lane;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.fault.FaultDrop;
import org.stoatflow.runtime.plan.KeyForm;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.TimestampExtractor;

/** Takes records of a source topic: deserializes, extracts the timestamp, and gives the record to the source's children. */
final class SourceDoor implements Door {
    private final LaneParts parts;
    private final String name;
    private final Deserializer<Object> keyDeserializer;
    private final Deserializer<Object> valueDeserializer;
    private final @Nullable TimestampExtractor extractor;
    private final PartitionTimes partitionTimes;
    private final NodeContext children;
    private final @Nullable KeyForm keys; // null where stores are not told bytes of keys

    /**
     * @param extractor how the timestamp is found; the default one is taken as "the record's own, which must not be
     *     negative" without a call
     */
    @SuppressWarnings("unchecked") // the topology's types are the user's word
    SourceDoor(
            LaneParts parts,
            String name,
            Deserializer<?> keyDeserializer,
            Deserializer<?> valueDeserializer,
            TimestampExtractor extractor,
            NodeContext children) {
        this.parts = parts;
        this.name = name;
        this.keyDeserializer = (Deserializer<Object>) keyDeserializer;
        this.valueDeserializer = (Deserializer<Object>) valueDeserializer;
        this.extractor = extractor.getClass() == FailOnInvalidTimestamp.class ? null : extractor;
        this.partitionTimes =
                new PartitionTimes(parts.stage().isByKey() ? parts.stage().partitions() : 1);
        this.children = children;
        this.keys = parts.stage().isByKey() ? KeyForm.readBy(keyDeserializer) : null;
    }

    @Override
    public void process(Batch batch, int index) {
        ConsumerRecord<byte[], byte[]> raw = ((SourceBatch) batch).record(index);
        int partition = raw.partition();
        parts.enter(raw.topic(), partition, raw.offset());
        parts.cursor().raw(raw.key(), raw.value());
        parts.cursor().at(name, null);
        Headers headers = raw.headers();
        Object key;
        Object value;
        Deserializer<Object> reading = keyDeserializer;
        try {
            key = keyDeserializer.deserialize(raw.topic(), headers, raw.key());
            reading = valueDeserializer;
            value = valueDeserializer.deserialize(raw.topic(), headers, raw.value());
        } catch (Exception unreadable) { // checked ones too: other languages throw them unannounced
            parts.faults().onUnreadable(name, raw, reading, unreadable);
            return;
        }
        long timestamp = timestamp(raw, key, value, partition);
        if (timestamp < 0) {
            parts.metrics()
                    .onFault(
                            FaultDrop.NO_TIMESTAMP,
                            partition,
                            parts.cursor().describe(),
                            "the extractor gave " + timestamp);
            return;
        }
        if (extractor != null) { // nobody else asks
            partitionTimes.advance(raw.topic(), partition, timestamp);
        }
        parts.observe(raw.topic(), partition, timestamp);
        if (keys != null && raw.key() != null) {
            parts.keyMemo(key, keys.of(raw.key()));
        }
        children.forward(key, value, timestamp, headers);
    }

    @Override
    public String keyText(byte @Nullable [] key) {
        return KeyText.of(keyDeserializer, name, key);
    }

    private long timestamp(
            ConsumerRecord<byte[], byte[]> raw, @Nullable Object key, @Nullable Object value, int partition) {
        if (extractor == null && raw.timestamp() >= 0) {
            return raw.timestamp();
        }
        ConsumerRecord<Object, Object> typed = new ConsumerRecord<>(
                raw.topic(),
                partition,
                raw.offset(),
                raw.timestamp(),
                raw.timestampType(),
                raw.serializedKeySize(),
                raw.serializedValueSize(),
                key,
                value,
                raw.headers(),
                raw.leaderEpoch());
        TimestampExtractor serving = extractor == null ? new FailOnInvalidTimestamp() : extractor;
        return serving.extract(typed, partitionTimes.of(raw.topic(), partition));
    }
}
