package org.stoatflow.kernel.record;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.CanonicalBytes;
import org.stoatflow.state.MissingHalf;
import org.stoatflow.state.OwnBytes;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.Record;

/**
 * Serializes keys and values of one sink or hop. A serializer of Kafka's own ignores headers; any other serializer is
 * given the record's own headers, which it may write. Nobody else has the bytes ({@link OwnBytes}). A serializer of
 * another type than the record's is an error of the topology; any other exception of a serializer is an error of the
 * record, about which the handler decides.
 */
public final class Serialization {
    private final String node;
    private final String topic;
    private final RecordScope scope;
    private final LaneState state;
    private final Side keys;
    private final Side values;

    /** The serializer of keys or of values, with what is known of it. */
    private record Side(
            Serializer<Object> serializer,
            SerializationExceptionOrigin origin,
            boolean plain, // ignores headers
            boolean known, // a serializer of the same class may have made the bytes already
            boolean copies) {
        @SuppressWarnings("unchecked") // the topology's types are the user's word; a misfit is reported below
        static Side of(Serializer<?> given, SerializationExceptionOrigin origin) {
            Serializer<?> serializer = MissingHalf.orGiven(given);
            return new Side(
                    (Serializer<Object>) serializer,
                    origin,
                    OwnBytes.ignoresHeaders(serializer),
                    CanonicalBytes.isMadeBy(serializer),
                    OwnBytes.mustCopy(serializer));
        }
    }

    public Serialization(
            String node,
            String topic,
            Serializer<?> keySerializer,
            Serializer<?> valueSerializer,
            RecordScope scope,
            LaneState state) {
        this.scope = scope;
        this.state = state;
        this.node = node;
        this.topic = topic;
        this.keys = Side.of(keySerializer, SerializationExceptionOrigin.KEY);
        this.values = Side.of(valueSerializer, SerializationExceptionOrigin.VALUE);
    }

    /** The class of immutable keys that can go over as objects to an input with this deserializer, or null. */
    @Nullable
    public Class<?> keysKeptBy(Deserializer<?> reader) {
        return CanonicalBytes.classKeptBy(keys.serializer, reader);
    }

    @Nullable
    public Class<?> valuesKeptBy(Deserializer<?> reader) {
        return CanonicalBytes.classKeptBy(values.serializer, reader);
    }

    public byte @Nullable [] key(String target, Record<Object, Object> record) throws Unserializable {
        byte[] known = keys.known ? scope.knownBytes(record.key(), keys.serializer.getClass()) : null;
        return known != null ? known : serialize(keys, target, record, record.key());
    }

    public byte @Nullable [] value(String target, Record<Object, Object> record) throws Unserializable {
        Object value = record.value();
        byte[] known = values.known && value != null ? state.knownValue(value, values.serializer.getClass()) : null;
        return known != null ? known : serialize(values, target, record, value);
    }

    /** The headers to send, once key and value are serialized. Nobody else has them. */
    public static CopyOnWriteHeaders headers(Record<Object, Object> record) {
        return RecordAccess.headersToShare(record).detached();
    }

    private byte @Nullable [] serialize(
            Side side, String target, Record<Object, Object> record, @Nullable Object object) throws Unserializable {
        try {
            byte[] bytes = side.plain
                    ? side.serializer.serialize(target, object)
                    : side.serializer.serialize(target, record.headers(), object);
            return side.copies && bytes != null ? bytes.clone() : bytes;
        } catch (ClassCastException misfit) {
            throw misfit(side, object, misfit);
        } catch (Exception | StackOverflowError | LinkageError thrown) { // of all languages, and of any record
            throw new Unserializable(side.origin, UserCodeError.asException(thrown));
        }
    }

    private StreamsException misfit(Side side, @Nullable Object object, ClassCastException misfit) {
        String what = side.origin == SerializationExceptionOrigin.KEY ? "key" : "value";
        return new StreamsException(
                "The " + what + " serializer " + side.serializer.getClass().getName() + " of " + node
                        + " does not fit the "
                        + what + ", which is a "
                        + (object == null ? "null" : object.getClass().getName())
                        + " (topic " + topic + "). Give the operator serdes of that type, or change default."
                        + what + ".serde",
                misfit);
    }
}
