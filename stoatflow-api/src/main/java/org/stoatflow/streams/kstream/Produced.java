package org.stoatflow.streams.kstream;

import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.streams.processor.StreamPartitioner;

/**
 * How to write a topic. Its methods change it and return it.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class Produced<K, V> implements NamedOperation<Produced<K, V>> {
    /** Serde of keys; null for the stream's, else the default one. */
    protected Serde<K> keySerde;

    /** Serde of values; null for the stream's, else the default one. */
    protected Serde<V> valueSerde;

    /** Chooses the partition; null for the default one. */
    protected StreamPartitioner<? super K, ? super V> partitioner;

    /** The name of the sink; null for one from the counter. */
    protected String processorName;

    private Produced(
            Serde<K> keySerde,
            Serde<V> valueSerde,
            StreamPartitioner<? super K, ? super V> partitioner,
            String processorName) {
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
        this.partitioner = partitioner;
        this.processorName = processorName;
    }

    /**
     * Copies.
     *
     * @param produced what to copy
     */
    protected Produced(Produced<K, V> produced) {
        this(produced.keySerde, produced.valueSerde, produced.partitioner, produced.processorName);
    }

    /**
     * Writes with these serdes.
     *
     * @param keySerde null for the stream's
     * @param valueSerde null for the stream's
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to write
     */
    public static <K, V> Produced<K, V> with(Serde<K> keySerde, Serde<V> valueSerde) {
        return new Produced<>(keySerde, valueSerde, null, null);
    }

    /**
     * Writes with these serdes and this partitioner.
     *
     * @param keySerde null for the stream's
     * @param valueSerde null for the stream's
     * @param partitioner null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to write
     */
    public static <K, V> Produced<K, V> with(
            Serde<K> keySerde, Serde<V> valueSerde, StreamPartitioner<? super K, ? super V> partitioner) {
        return new Produced<>(keySerde, valueSerde, partitioner, null);
    }

    /**
     * Writes under this name.
     *
     * @param processorName the name of the sink
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to write
     */
    public static <K, V> Produced<K, V> as(String processorName) {
        return new Produced<>(null, null, null, processorName);
    }

    /**
     * Writes with this key serde.
     *
     * @param keySerde null for the stream's
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to write
     */
    public static <K, V> Produced<K, V> keySerde(Serde<K> keySerde) {
        return new Produced<>(keySerde, null, null, null);
    }

    /**
     * Writes with this value serde.
     *
     * @param valueSerde null for the stream's
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to write
     */
    public static <K, V> Produced<K, V> valueSerde(Serde<V> valueSerde) {
        return new Produced<>(null, valueSerde, null, null);
    }

    /**
     * Writes with this partitioner.
     *
     * @param partitioner null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to write
     */
    public static <K, V> Produced<K, V> streamPartitioner(StreamPartitioner<? super K, ? super V> partitioner) {
        return new Produced<>(null, null, partitioner, null);
    }

    /**
     * Sets the partitioner.
     *
     * @param partitioner null for the default one
     * @return this
     */
    public Produced<K, V> withStreamPartitioner(StreamPartitioner<? super K, ? super V> partitioner) {
        this.partitioner = partitioner;
        return this;
    }

    /**
     * Sets the value serde.
     *
     * @param valueSerde null for the stream's
     * @return this
     */
    public Produced<K, V> withValueSerde(Serde<V> valueSerde) {
        this.valueSerde = valueSerde;
        return this;
    }

    /**
     * Sets the key serde.
     *
     * @param keySerde null for the stream's
     * @return this
     */
    public Produced<K, V> withKeySerde(Serde<K> keySerde) {
        this.keySerde = keySerde;
        return this;
    }

    @Override
    public Produced<K, V> withName(String name) {
        processorName = name;
        return this;
    }

    @Override
    public boolean equals(Object o) {
        if (o == null || getClass() != o.getClass()) {
            return false;
        }
        Produced<?, ?> other = (Produced<?, ?>) o;
        return Objects.equals(keySerde, other.keySerde)
                && Objects.equals(valueSerde, other.valueSerde)
                && Objects.equals(partitioner, other.partitioner);
    }

    @Override
    public int hashCode() {
        return Objects.hash(keySerde, valueSerde, partitioner);
    }
}
