package org.stoatflow.runtime.lane;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.plan.CanonicalSerdes;
import org.stoatflow.spi.RecordAccess;
import org.stoatflow.state.CanonicalBytes;
import org.stoatflow.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.Record;

/**
 * Serializes keys and values of one sink or hop. A serializer of Kafka's own ignores headers; any other is given the
 * record's own, which it may add to. A serializer that does not fit is the topology's error; anything else that one
 * throws is the record's, and its handler's to decide.
 */
final class Serialization {
    private final String node;
    private final String topic;
    private final Serializer<Object> keySerializer;
    private final Serializer<Object> valueSerializer;
    private final boolean plain;
    private final boolean knowsKeys;
    private final boolean knowsValues;

    @SuppressWarnings("unchecked") // the topology's types are the user's word; a misfit is reported below
    Serialization(String node, String topic, Serializer<?> keySerializer, Serializer<?> valueSerializer) {
        this.node = node;
        this.topic = topic;
        this.keySerializer = (Serializer<Object>) keySerializer;
        this.valueSerializer = (Serializer<Object>) valueSerializer;
        this.plain = CanonicalSerdes.isCanonical(keySerializer) && CanonicalSerdes.isCanonical(valueSerializer);
        this.knowsKeys = plain && CanonicalBytes.isMadeBy(keySerializer);
        this.knowsValues = plain && CanonicalBytes.isMadeBy(valueSerializer);
    }

    /** The class of immutable keys that need not be written to be read by this, or null; so too for values. */
    @Nullable
    Class<?> keysKeptBy(Deserializer<?> reader) {
        return CanonicalBytes.classKeptBy(keySerializer, reader);
    }

    @Nullable
    Class<?> valuesKeptBy(Deserializer<?> reader) {
        return CanonicalBytes.classKeptBy(valueSerializer, reader);
    }

    /** The headers to serialize with and to send. */
    @Nullable
    Headers headers(Record<Object, Object> record) {
        if (!plain) {
            return record.headers();
        }
        Headers headers = RecordAccess.headersForRead(record);
        return headers.iterator().hasNext() ? new RecordHeaders(headers) : null;
    }

    byte @Nullable [] key(LaneParts parts, String target, @Nullable Headers headers, @Nullable Object key)
            throws Unserializable {
        byte[] known = knowsKeys ? parts.knownBytes(key, keySerializer.getClass()) : null;
        return known != null ? known : serialize(keySerializer, target, headers, key, SerializationExceptionOrigin.KEY);
    }

    byte @Nullable [] value(LaneParts parts, String target, @Nullable Headers headers, @Nullable Object value)
            throws Unserializable {
        byte[] known =
                knowsValues && value != null ? parts.state().knownValue(value, valueSerializer.getClass()) : null;
        return known != null
                ? known
                : serialize(valueSerializer, target, headers, value, SerializationExceptionOrigin.VALUE);
    }

    private byte @Nullable [] serialize(
            Serializer<Object> serializer,
            String target,
            @Nullable Headers headers,
            @Nullable Object object,
            SerializationExceptionOrigin origin)
            throws Unserializable {
        try {
            return headers == null || plain
                    ? serializer.serialize(target, object)
                    : serializer.serialize(target, headers, object);
        } catch (ClassCastException misfit) {
            String what = origin == SerializationExceptionOrigin.KEY ? "key" : "value";
            throw new StreamsException(
                    "The " + what + " serializer " + serializer.getClass().getName() + " of " + node
                            + " does not fit the "
                            + what + ", which is a "
                            + (object == null ? "null" : object.getClass().getName())
                            + " (topic " + topic + "). Give the operator serdes of that type, or change default."
                            + what + ".serde",
                    misfit);
        } catch (Exception failure) { // checked ones too: other languages throw them unannounced
            throw new Unserializable(origin, failure);
        }
    }
}
