package org.stoatflow.kernel.chain;

import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.batch.HopBatch;
import org.stoatflow.kernel.batch.HopRecord;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.batch.TimeBatch;
import org.stoatflow.kernel.counters.SampledKey;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Hop;
import org.stoatflow.kernel.plan.KeyForm;
import org.stoatflow.kernel.record.Deserialization;
import org.stoatflow.kernel.record.RawValueMaker;
import org.stoatflow.kernel.record.RecordCursor;
import org.stoatflow.kernel.record.RecordErrors;
import org.stoatflow.kernel.record.RecordPlace;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.CanonicalBytes;

/**
 * The far end of a hop. Downstream of it, a record's topic is the repartition topic of Kafka Streams, its partition is
 * the virtual partition, and its offset is the offset of the source record that caused it. Records that an owner before
 * has left in that topic come in here as they were read from it, with their own offsets (docs/design/040).
 */
final class HopInput implements EntryInput {
    private final RecordScope scope;
    private final RecordCursor cursor;
    private final RecordErrors errors;
    private final Hop hop;
    private final Deserialization deserialization;
    private final Serializer<Object> valueSerializer;
    private final Forwarder children;
    private final String name;
    private final RawValueMaker rawValue = this::rawValueOfCurrent;
    private @Nullable HopRecord current;
    private final boolean canonicalKeys;
    private final Serializer<?> keySerializer;

    /** The serializers at the hop's near end. */
    record HopSerializers(Serializer<?> keys, Serializer<?> values) {}

    @SuppressWarnings("unchecked") // the topology's types are the user's word
    HopInput(
            Entry.HopEnd entry,
            HopSerializers serializers,
            Deserialization deserialization,
            RecordCursor cursor,
            RecordScope scope,
            RecordErrors errors,
            Forwarder children) {
        this.cursor = cursor;
        this.scope = scope;
        this.errors = errors;
        this.name = entry.name();
        this.hop = entry.hop();
        this.valueSerializer = (Serializer<Object>) serializers.values();
        this.deserialization = deserialization;
        this.children = children;
        this.keySerializer = serializers.keys();
        this.canonicalKeys =
                KeyForm.readBy(deserialization.keys()) != null && CanonicalBytes.isMadeBy(serializers.keys());
    }

    @Override
    public void process(Batch batch, int index) {
        HopRecord over = record(batch, index);
        scope.enter(hop.topic(), over.partition(), over.offset());
        byte[] bytes = null;
        if (over.value() == null || over.value() instanceof byte[]) {
            bytes = (byte @Nullable []) over.value();
            cursor.raw(over.keyBytes(), bytes);
        } else {
            current = over;
            cursor.raw(over.keyBytes(), null);
            cursor.rawValueFrom(rawValue);
        }
        readAndForward(over, bytes);
    }

    @Override
    public RecordPlace place(Batch batch, int index) {
        HopRecord record = record(batch, index);
        String key = deserialization.keyText(hop.topic(), record.keyBytes());
        return batch instanceof SourceBatch
                ? new RecordPlace.InTopic(hop.topic(), record.partition(), record.offset(), key)
                : new RecordPlace.InHop(hop.topic(), record.partition(), record.offset(), key);
    }

    private static HopRecord record(Batch batch, int index) {
        return switch (batch) {
            case HopBatch hops -> hops.record(index);
            case SourceBatch left -> left(left.record(index));
            case TimeBatch time -> throw new IllegalStateException("a time batch came in at a hop");
        };
    }

    /** A record that was read from the hop's topic, as one that comes over the hop. */
    private static HopRecord left(ConsumerRecord<byte[], byte[]> raw) {
        return new HopRecord(
                null,
                raw.value(),
                raw.timestamp(),
                CopyOnWriteHeaders.of(raw.headers()),
                raw.key(),
                raw.partition(),
                raw.offset());
    }

    @Override
    public String keyText(SampledKey key) {
        return deserialization.keyText(hop.topic(), key);
    }

    private void readAndForward(HopRecord over, byte @Nullable [] bytes) {
        CopyOnWriteHeaders headers = deserialization.headers(over.headers());
        Deserializer<Object> reading = deserialization.keys();
        Object key;
        Object value;
        try {
            key = over.key() != null ? over.key() : deserialization.key(hop.topic(), headers, over.keyBytes());
            reading = deserialization.values();
            value = bytes == null && over.value() != null
                    ? over.value()
                    : deserialization.value(hop.topic(), headers, bytes);
        } catch (Exception | StackOverflowError | LinkageError thrown) { // of all languages, and of any record
            Exception unreadable = UserCodeError.asException(thrown);
            errors.onUnreadable(name, raw(over, headers.own()), reading, unreadable);
            return;
        }
        if (over.timestamp() < 0) { // anybody may have written it to the topic; no record of ours carries it on
            errors.onNoTimestampLeft(over.timestamp());
            return;
        }
        forward(over, key, value, headers.share());
    }

    private void forward(HopRecord over, @Nullable Object key, @Nullable Object value, CopyOnWriteHeaders headers) {
        scope.observe(hop.topic(), over.partition(), over.timestamp());
        if (canonicalKeys) {
            scope.keyMemo(key, over.keyBytes());
            scope.hopKey(key, over.keyBytes(), keySerializer.getClass());
        }
        children.forward(key, value, over.timestamp(), headers);
    }

    /** The record as Kafka Streams would have read it from the repartition topic. */
    private ConsumerRecord<byte[], byte[]> raw(HopRecord over, CopyOnWriteHeaders headers) {
        byte[] key = over.keyBytes();
        byte[] value = cursor.sourceRawValue();
        return new ConsumerRecord<>(
                hop.topic(),
                over.partition(),
                over.offset(),
                over.timestamp(),
                TimestampType.CREATE_TIME,
                key == null ? ConsumerRecord.NULL_SIZE : key.length,
                value == null ? ConsumerRecord.NULL_SIZE : value.length,
                key,
                value,
                headers,
                Optional.empty());
    }

    /**
     * Makes the bytes that a repartition topic would hold for a value that went over as an object; for error handlers
     * and for contexts that user code keeps. Such a value never changes.
     */
    private Supplier<byte @Nullable []> rawValueOfCurrent() {
        Object value = current == null ? null : current.value();
        Serializer<Object> serializer = valueSerializer;
        String topic = hop.topic();
        return () -> value == null ? null : serializer.serialize(topic, value);
    }
}
