package org.stoatflow.kernel.lane;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.fault.FaultDrop;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.KeyForm;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.TimestampExtractor;

/**
 * Takes records of a source topic: deserializes, extracts the timestamp, and gives the record to the source's children.
 */
final class SourceDoor implements Door {
    private final LaneParts parts;
    private final String name;
    private final Deserialization deserialization;
    private final @Nullable TimestampExtractor extractor;
    private final PartitionTimes partitionTimes;
    private final NodeContext children;
    private final @Nullable KeyForm keys; // null where stores are not told bytes of keys

    /**
     * @param extractor how the timestamp is found; the default one is taken as "the record's own, which must not be
     *     negative" without a call
     */
    SourceDoor(
            LaneParts parts,
            Entry.Source entry,
            Deserialization deserialization,
            TimestampExtractor extractor,
            NodeContext children) {
        this.parts = parts;
        this.name = entry.name();
        this.deserialization = deserialization;
        this.extractor = extractor.getClass() == FailOnInvalidTimestamp.class ? null : extractor;
        this.partitionTimes = parts.partitionTimes(entry.node().topics(), this.extractor != null);
        this.children = children;
        this.keys = parts.stage().isByKey() ? KeyForm.readBy(deserialization.keys()) : null;
    }

    @Override
    public void process(Batch batch, int index) {
        ConsumerRecord<byte[], byte[]> raw = ((SourceBatch) batch).record(index);
        int partition = raw.partition();
        parts.enter(raw.topic(), partition, raw.offset());
        parts.cursor().raw(raw.key(), raw.value());
        parts.cursor().at(name, null);
        CopyOnWriteHeaders headers = deserialization.headers(raw.headers());
        if (extractor != null) {
            headers = headers.own(); // it may write them too
        }
        Object key;
        Object value;
        Deserializer<Object> reading = deserialization.keys();
        try {
            key = deserialization.key(raw.topic(), headers, raw.key());
            reading = deserialization.values();
            value = deserialization.value(raw.topic(), headers, raw.value());
        } catch (Exception unreadable) { // checked ones too: other languages throw them unannounced
            parts.faults().onUnreadable(name, like(raw, raw.key(), raw.value(), headers.own()), reading, unreadable);
            return;
        }
        long timestamp = timestamp(raw, key, value, headers);
        if (timestamp < 0) {
            parts.metrics()
                    .onFault(
                            FaultDrop.NO_TIMESTAMP,
                            partition,
                            parts.cursor().describe(),
                            "the extractor gave " + timestamp);
            return;
        }
        partitionTimes.advance(raw.topic(), partition, timestamp);
        parts.observe(raw.topic(), partition, timestamp);
        if (keys != null && raw.key() != null) {
            parts.keyMemo(key, keys.of(raw.key()));
        }
        children.forward(key, value, timestamp, headers.share());
    }

    @Override
    public void tell(Epoch epoch) {
        partitionTimes.tell(epoch);
    }

    @Override
    public String keyText(byte @Nullable [] key) {
        return KeyText.of(deserialization.keys(), name, key);
    }

    private long timestamp(
            ConsumerRecord<byte[], byte[]> raw, @Nullable Object key, @Nullable Object value, Headers headers) {
        if (extractor == null && raw.timestamp() >= 0) {
            return raw.timestamp();
        }
        TimestampExtractor serving = extractor == null ? new FailOnInvalidTimestamp() : extractor;
        try {
            return serving.extract(like(raw, key, value, headers), partitionTimes.of(raw.topic(), raw.partition()));
        } catch (StreamsException known) {
            throw known;
        } catch (Exception failure) { // checked ones too: other languages throw them unannounced
            throw new StreamsException(
                    "The timestamp extractor of " + name + " failed: " + failure.getMessage(), failure);
        }
    }

    private static <K, V> ConsumerRecord<K, V> like(
            ConsumerRecord<byte[], byte[]> raw, @Nullable K key, @Nullable V value, Headers headers) {
        return new ConsumerRecord<>(
                raw.topic(),
                raw.partition(),
                raw.offset(),
                raw.timestamp(),
                raw.timestampType(),
                raw.serializedKeySize(),
                raw.serializedValueSize(),
                key,
                value,
                headers,
                raw.leaderEpoch());
    }
}
