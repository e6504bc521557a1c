package org.stoatflow.streams.kstream;

import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.streams.processor.StreamPartitioner;

/**
 * How to repartition a stream. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class Repartitioned<K, V> implements NamedOperation<Repartitioned<K, V>> {
    /** Starts the name of the repartition topic; null for one from the counter. */
    protected final String name;

    /** Serde of keys; null for the default one. */
    protected final Serde<K> keySerde;

    /** Serde of values; null for the stream's, else the default one. */
    protected final Serde<V> valueSerde;

    /** How many partitions; null for as many as the topics upstream have. */
    protected final Integer numberOfPartitions;

    /** Chooses the partition; null for the default one. */
    protected final StreamPartitioner<K, V> partitioner;

    private Repartitioned(
            String name,
            Serde<K> keySerde,
            Serde<V> valueSerde,
            Integer numberOfPartitions,
            StreamPartitioner<K, V> partitioner) {
        this.name = name;
        this.keySerde = keySerde;
        this.valueSerde = valueSerde;
        this.numberOfPartitions = numberOfPartitions;
        this.partitioner = partitioner;
    }

    /**
     * Copies.
     *
     * @param repartitioned what to copy
     */
    protected Repartitioned(Repartitioned<K, V> repartitioned) {
        this(
                repartitioned.name,
                repartitioned.keySerde,
                repartitioned.valueSerde,
                repartitioned.numberOfPartitions,
                repartitioned.partitioner);
    }

    /**
     * Repartitions under this name.
     *
     * @param name starts the name of the repartition topic; null for one from the counter
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to repartition
     */
    public static <K, V> Repartitioned<K, V> as(String name) {
        return new Repartitioned<>(name, null, null, null, null);
    }

    /**
     * Repartitions with these serdes.
     *
     * @param keySerde null for the default one
     * @param valueSerde null for the stream's
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to repartition
     */
    public static <K, V> Repartitioned<K, V> with(Serde<K> keySerde, Serde<V> valueSerde) {
        return new Repartitioned<>(null, keySerde, valueSerde, null, null);
    }

    /**
     * Repartitions with this partitioner.
     *
     * @param partitioner null for the default one
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to repartition
     */
    public static <K, V> Repartitioned<K, V> streamPartitioner(StreamPartitioner<K, V> partitioner) {
        return new Repartitioned<>(null, null, null, null, partitioner);
    }

    /**
     * Repartitions into so many partitions.
     *
     * @param numberOfPartitions how many
     * @param <K> the type of keys
     * @param <V> the type of values
     * @return how to repartition
     */
    public static <K, V> Repartitioned<K, V> numberOfPartitions(int numberOfPartitions) {
        return new Repartitioned<>(null, null, null, numberOfPartitions, null);
    }

    @Override
    public Repartitioned<K, V> withName(String name) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }

    /**
     * With another number of partitions.
     *
     * @param numberOfPartitions how many
     * @return a copy
     */
    public Repartitioned<K, V> withNumberOfPartitions(int numberOfPartitions) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }

    /**
     * With another key serde.
     *
     * @param keySerde null for the default one
     * @return a copy
     */
    public Repartitioned<K, V> withKeySerde(Serde<K> keySerde) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }

    /**
     * With another value serde.
     *
     * @param valueSerde null for the stream's
     * @return a copy
     */
    public Repartitioned<K, V> withValueSerde(Serde<V> valueSerde) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }

    /**
     * With another partitioner.
     *
     * @param partitioner null for the default one
     * @return a copy
     */
    public Repartitioned<K, V> withStreamPartitioner(StreamPartitioner<K, V> partitioner) {
        return new Repartitioned<>(name, keySerde, valueSerde, numberOfPartitions, partitioner);
    }
}
