package org.stoatflow.streams.kstream;

import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.streams.AutoOffsetReset;
import org.stoatflow.streams.processor.TimestampExtractor;

/**
 * How to read a topic. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class Consumed<K, V> implements NamedOperation<Consumed<K, V>> {
    /** Serde of keys; null for the default one. */
    protected Serde<K> keySerde;

    /** Serde of values; null for the default one. */
    protected Serde<V> valueSerde;

    /** Gives records their event time; null for the default one. */
    protected TimestampExtractor timestampExtractor;

    /**
     * Where to start without a committed offset, where that was said in the old way; {@link #resetPolicy} says the
     * same.
     */
    @SuppressWarnings("deprecation")
    protected org.stoatflow.streams.Topology.AutoOffsetReset legacyResetPolicy;

    /** Where to start without a committed offset; null for the consumer's configuration. */
    protected AutoOffsetReset resetPolicy;

    /** The name of the source; null for one from the counter. */
    protected String processorName;

    @SuppressWarnings("deprecation")
    private Consumed(
            Serde<K> keySerde,
            Serde<V> valueSerde,
            TimestampExtractor timestampExtractor,
            org.stoatflow.streams.Topology.AutoOffsetReset legacyResetPolicy,
            AutoOffsetReset resetPolicy,
            String processorName) {
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
        this.timestampExtractor = timestampExtractor;
        this.legacyResetPolicy = legacyResetPolicy;
        this.resetPolicy = resetPolicy;
        this.processorName = processorName;
    }

    /**
     * Copies.
     *
     * @param consumed what to copy
     */
    protected Consumed(Consumed<K, V> consumed) {
        this(
                consumed.keySerde,
                consumed.valueSerde,
                consumed.timestampExtractor,
                consumed.legacyResetPolicy,
                consumed.resetPolicy,
                consumed.processorName);
    }

    @SuppressWarnings("deprecation")
    private static AutoOffsetReset current(org.stoatflow.streams.Topology.AutoOffsetReset old) {
        if (old == null) {
            return null;
        }
        return switch (old) {
            case EARLIEST -> AutoOffsetReset.earliest();
            case LATEST -> AutoOffsetReset.latest();
        };
    }

    /**
     * Reads with everything given.
     *
     * @param keySerde null for the default one
     * @param valueSerde null for the default one
     * @param timestampExtractor null for the default one
     * @param resetPolicy null for the consumer's configuration
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to read
     * @deprecated use the overload with {@link AutoOffsetReset}
     */
    @Deprecated
    public static <K, V> Consumed<K, V> with(
            Serde<K> keySerde,
            Serde<V> valueSerde,
            TimestampExtractor timestampExtractor,
            org.stoatflow.streams.Topology.AutoOffsetReset resetPolicy) {
        return new Consumed<>(keySerde, valueSerde, timestampExtractor, resetPolicy, current(resetPolicy), null);
    }

    /**
     * Reads with everything given.
     *
     * @param keySerde null for the default one
     * @param valueSerde null for the default one
     * @param timestampExtractor null for the default one
     * @param resetPolicy null for the consumer's configuration
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to read
     */
    public static <K, V> Consumed<K, V> with(
            Serde<K> keySerde,
            Serde<V> valueSerde,
            TimestampExtractor timestampExtractor,
            AutoOffsetReset resetPolicy) {
        return new Consumed<>(keySerde, valueSerde, timestampExtractor, null, resetPolicy, null);
    }

    /**
     * Reads with these serdes.
     *
     * @param keySerde null for the default one
     * @param valueSerde null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to read
     */
    public static <K, V> Consumed<K, V> with(Serde<K> keySerde, Serde<V> valueSerde) {
        return new Consumed<>(keySerde, valueSerde, null, null, null, null);
    }

    /**
     * Reads with this extractor.
     *
     * @param timestampExtractor null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to read
     */
    public static <K, V> Consumed<K, V> with(TimestampExtractor timestampExtractor) {
        return new Consumed<>(null, null, timestampExtractor, null, null, null);
    }

    /**
     * Reads from there.
     *
     * @param resetPolicy null for the consumer's configuration
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to read
     * @deprecated use the overload with {@link AutoOffsetReset}
     */
    @Deprecated
    public static <K, V> Consumed<K, V> with(org.stoatflow.streams.Topology.AutoOffsetReset resetPolicy) {
        return new Consumed<>(null, null, null, resetPolicy, current(resetPolicy), null);
    }

    /**
     * Reads from there.
     *
     * @param resetPolicy null for the consumer's configuration
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to read
     */
    public static <K, V> Consumed<K, V> with(AutoOffsetReset resetPolicy) {
        return new Consumed<>(null, null, null, null, resetPolicy, null);
    }

    /**
     * Reads under this name.
     *
     * @param processorName the name of the source
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to read
     */
    public static <K, V> Consumed<K, V> as(String processorName) {
        return new Consumed<>(null, null, null, null, null, processorName);
    }

    /**
     * With another key serde.
     *
     * @param keySerde null for the default one
     * @return a copy
     */
    public Consumed<K, V> withKeySerde(Serde<K> keySerde) {
        return new Consumed<>(keySerde, valueSerde, timestampExtractor, legacyResetPolicy, resetPolicy, processorName);
    }

    /**
     * With another value serde.
     *
     * @param valueSerde null for the default one
     * @return a copy
     */
    public Consumed<K, V> withValueSerde(Serde<V> valueSerde) {
        return new Consumed<>(keySerde, valueSerde, timestampExtractor, legacyResetPolicy, resetPolicy, processorName);
    }

    /**
     * With another extractor.
     *
     * @param timestampExtractor null for the default one
     * @return a copy
     */
    public Consumed<K, V> withTimestampExtractor(TimestampExtractor timestampExtractor) {
        return new Consumed<>(keySerde, valueSerde, timestampExtractor, legacyResetPolicy, resetPolicy, processorName);
    }

    /**
     * With another start.
     *
     * @param resetPolicy null for the consumer's configuration
     * @return a copy
     * @deprecated use the overload with {@link AutoOffsetReset}
     */
    @Deprecated
    public Consumed<K, V> withOffsetResetPolicy(org.stoatflow.streams.Topology.AutoOffsetReset resetPolicy) {
        return new Consumed<>(
                keySerde, valueSerde, timestampExtractor, resetPolicy, current(resetPolicy), processorName);
    }

    /**
     * With another start.
     *
     * @param resetPolicy null for the consumer's configuration
     * @return a copy
     */
    public Consumed<K, V> withOffsetResetPolicy(AutoOffsetReset resetPolicy) {
        return new Consumed<>(keySerde, valueSerde, timestampExtractor, null, resetPolicy, processorName);
    }

    @Override
    public Consumed<K, V> withName(String processorName) {
        return new Consumed<>(keySerde, valueSerde, timestampExtractor, legacyResetPolicy, resetPolicy, processorName);
    }

    @Override
    public boolean equals(Object o) {
        if (o == null || getClass() != o.getClass()) {
            return false;
        }
        Consumed<?, ?> other = (Consumed<?, ?>) o;
        return Objects.equals(keySerde, other.keySerde)
                && Objects.equals(valueSerde, other.valueSerde)
                && Objects.equals(timestampExtractor, other.timestampExtractor)
                && legacyResetPolicy == other.legacyResetPolicy
                && Objects.equals(resetPolicy, other.resetPolicy);
    }

    @Override
    public int hashCode() {
        return Objects.hash(keySerde, valueSerde, timestampExtractor, legacyResetPolicy, resetPolicy);
    }
}
