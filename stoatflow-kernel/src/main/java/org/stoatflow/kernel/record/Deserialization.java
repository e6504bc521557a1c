package org.stoatflow.kernel.record;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.SampledKey;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.MissingHalf;
import org.stoatflow.state.OwnBytes;

/**
 * Deserializes keys and values of one input. A deserializer that is not Kafka's own is given headers that it may write.
 * If records may be run again, it is given copies of key and value bytes too, so that the record stays as it came.
 */
public final class Deserialization {
    private final Deserializer<Object> keys;
    private final Deserializer<Object> values;
    private final boolean plainKeys; // whether the key deserializer ignores headers
    private final boolean plainValues;
    private final boolean copiesKeys;
    private final boolean copiesValues;
    private final boolean runsAgain;
    private final ShownKeys shown;

    /**
     * @param runsAgain whether a record may be processed more than once
     * @param shown how messages show a key
     */
    @SuppressWarnings("unchecked") // the topology's types are the user's word
    public Deserialization(Deserializer<?> keys, Deserializer<?> values, boolean runsAgain, ShownKeys shown) {
        this.keys = (Deserializer<Object>) MissingHalf.orGiven(keys);
        this.values = (Deserializer<Object>) MissingHalf.orGiven(values);
        this.plainKeys = OwnBytes.ignoresHeaders(this.keys);
        this.plainValues = OwnBytes.ignoresHeaders(this.values);
        this.copiesKeys = runsAgain && OwnBytes.mustCopy(this.keys);
        this.copiesValues = runsAgain && OwnBytes.mustCopy(this.values);
        this.runsAgain = runsAgain;
        this.shown = shown;
    }

    public Deserializer<Object> keys() {
        return keys;
    }

    /** A key of the input as messages show it. Any thread. */
    public String keyText(String topic, byte @Nullable [] key) {
        return shown.of(keys, topic, key);
    }

    /** The same for a key of which the beginning may be all that is left. */
    public String keyText(String topic, SampledKey key) {
        return shown.of(keys, topic, key);
    }

    public Deserializer<Object> values() {
        return values;
    }

    /**
     * The headers with which a record is deserialized: the record's own copy, or shared ones if no deserializer can
     * write them.
     */
    public CopyOnWriteHeaders headers(Headers came) {
        CopyOnWriteHeaders headers = CopyOnWriteHeaders.of(came);
        if (runsAgain) {
            headers = headers.detached();
        }
        return plainKeys && plainValues ? headers : headers.own();
    }

    @Nullable
    public Object key(String topic, Headers headers, byte @Nullable [] bytes) {
        byte[] given = copiesKeys && bytes != null ? bytes.clone() : bytes;
        return plainKeys ? keys.deserialize(topic, given) : keys.deserialize(topic, headers, given);
    }

    @Nullable
    public Object value(String topic, Headers headers, byte @Nullable [] bytes) {
        byte[] given = copiesValues && bytes != null ? bytes.clone() : bytes;
        return plainValues ? values.deserialize(topic, given) : values.deserialize(topic, headers, given);
    }
}
