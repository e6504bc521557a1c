package org.stoatflow.kernel.chain;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.clock.PartitionTimes;
import org.stoatflow.kernel.counters.SampledKey;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.KeyForm;
import org.stoatflow.kernel.record.Deserialization;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RecordPlace;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.streams.processor.TimestampExtractor;

/**
 * Takes records of a source topic: deserializes, extracts the timestamp, and gives the record to the source's children.
 */
final class SourceInput implements EntryInput {
    private final RecordScope scope;
    private final RecordErrors errors;
    private final String name;
    private final Deserialization deserialization;
    private final @Nullable TimestampExtractor extractor;
    private final PartitionTimes partitionTimes;
    private final Forwarder children;
    private final @Nullable KeyForm keys; // null where stores are not given the bytes of keys

    /**
     * @param extractor how the timestamp is found; the default one is taken as "the record's own, which must not be
     *     negative" without a call
     * @param times of the source's partitions in this lane; the extractor is given them
     */
    SourceInput(
            Entry.Source entry,
            Deserialization deserialization,
            TimestampExtractor extractor,
            PartitionTimes times,
            RecordScope scope,
            RecordErrors errors,
            Forwarder children) {
        this.scope = scope;
        this.errors = errors;
        this.name = entry.name();
        this.deserialization = deserialization;
        this.extractor = isCalled(extractor) ? extractor : null;
        this.partitionTimes = times;
        this.children = children;
        this.keys = scope.isByKey() ? KeyForm.readBy(deserialization.keys()) : null;
    }

    /** Whether the extractor is called. The lane does itself what {@link FailOnInvalidTimestamp} does. */
    static boolean isCalled(TimestampExtractor extractor) {
        return extractor.getClass() != FailOnInvalidTimestamp.class;
    }

    @Override
    public void process(Batch batch, int index) {
        ConsumerRecord<byte[], byte[]> raw = ((SourceBatch) batch).record(index);
        int partition = raw.partition();
        scope.enter(name, raw);
        CopyOnWriteHeaders headers = deserialization.headers(raw.headers());
        if (extractor != null) {
            headers = headers.own(); // the extractor may write the headers too
        }
        Object key;
        Object value;
        Deserializer<Object> reading = deserialization.keys();
        try {
            key = deserialization.key(raw.topic(), headers, raw.key());
            reading = deserialization.values();
            value = deserialization.value(raw.topic(), headers, raw.value());
        } catch (Exception | StackOverflowError | LinkageError thrown) { // of all languages, and of any record
            Exception unreadable = UserCodeError.asException(thrown);
            errors.onUnreadable(name, like(raw, raw.key(), raw.value(), headers.own()), reading, unreadable);
            return;
        }
        long timestamp = timestamp(raw, key, value, headers);
        if (timestamp < 0) {
            errors.onNoTimestamp(timestamp);
            return;
        }
        partitionTimes.advance(raw.topic(), partition, timestamp);
        scope.observe(raw.topic(), partition, timestamp);
        if (keys != null && raw.key() != null) {
            scope.keyMemo(key, keys.of(raw.key()));
        }
        children.forward(key, value, timestamp, headers.share());
    }

    @Override
    public void tell(Epoch epoch) {
        partitionTimes.tell(epoch);
    }

    @Override
    public RecordPlace place(Batch batch, int index) {
        ConsumerRecord<byte[], byte[]> record = ((SourceBatch) batch).record(index);
        return new RecordPlace.InTopic(
                record.topic(), record.partition(), record.offset(), deserialization.keyText(name, record.key()));
    }

    @Override
    public String keyText(SampledKey key) {
        return deserialization.keyText(name, key);
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
        } catch (Exception failure) { // checked exceptions too: other languages throw them undeclared
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
