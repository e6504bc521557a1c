package org.stoatflow.streams.kstream;

import org.apache.kafka.common.serialization.Serde;

/**
 * How to group a stream. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class Grouped<K, V> implements NamedOperation<Grouped<K, V>> {
    /** Serde of keys; null for the default one. */
    protected final Serde<K> keySerde;

    /** Serde of values; null for the default one. */
    protected final Serde<V> valueSerde;

    /** Starts the name of the repartition topic, and names the key's selector; null for names from the counter. */
    protected final String name;

    private Grouped(String name, Serde<K> keySerde, Serde<V> valueSerde) {
        this.name = name;
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
    }

    /**
     * Copies.
     *
     * @param grouped what to copy
     */
    protected Grouped(Grouped<K, V> grouped) {
        this(grouped.name, grouped.keySerde, grouped.valueSerde);
    }

    /**
     * Groups under this name.
     *
     * @param name starts the name of the repartition topic
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to group
     */
    public static <K, V> Grouped<K, V> as(String name) {
        return new Grouped<>(name, null, null);
    }

    /**
     * Groups with this key serde.
     *
     * @param keySerde null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to group
     */
    public static <K, V> Grouped<K, V> keySerde(Serde<K> keySerde) {
        return new Grouped<>(null, keySerde, null);
    }

    /**
     * Groups with this value serde.
     *
     * @param valueSerde null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to group
     */
    public static <K, V> Grouped<K, V> valueSerde(Serde<V> valueSerde) {
        return new Grouped<>(null, null, valueSerde);
    }

    /**
     * Groups with everything given.
     *
     * @param name starts the name of the repartition topic; null for one from the counter
     * @param keySerde null for the default one
     * @param valueSerde null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to group
     */
    public static <K, V> Grouped<K, V> with(String name, Serde<K> keySerde, Serde<V> valueSerde) {
        return new Grouped<>(name, keySerde, valueSerde);
    }

    /**
     * Groups with these serdes.
     *
     * @param keySerde null for the default one
     * @param valueSerde null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to group
     */
    public static <K, V> Grouped<K, V> with(Serde<K> keySerde, Serde<V> valueSerde) {
        return new Grouped<>(null, keySerde, valueSerde);
    }

    @Override
    public Grouped<K, V> withName(String name) {
        return new Grouped<>(name, keySerde, valueSerde);
    }

    /**
     * With another key serde.
     *
     * @param keySerde null for the default one
     * @return a copy
     */
    public Grouped<K, V> withKeySerde(Serde<K> keySerde) {
        return new Grouped<>(name, keySerde, valueSerde);
    }

    /**
     * With another value serde.
     *
     * @param valueSerde null for the default one
     * @return a copy
     */
    public Grouped<K, V> withValueSerde(Serde<V> valueSerde) {
        return new Grouped<>(name, keySerde, valueSerde);
    }
}
