package org.stoatflow.streams.kstream;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;

/**
 * How to join a stream with a table. Immutable.
 *
 * @param <K> the type of keys
 * @param <VLeft> the type of the stream's values
 * @param <VRight> the type of the table's values
 */
public class Joined<K, VLeft, VRight> implements NamedOperation<Joined<K, VLeft, VRight>> {
    /** Serde of keys; null for the stream's, else the default one. */
    protected final Serde<K> keySerde;

    /** Serde of the stream's values; null for the stream's, else the default one. */
    protected final Serde<VLeft> leftValueSerde;

    /** Serde of the table's values; null for the table's. */
    protected final Serde<VRight> rightValueSerde;

    /** The name of the node, which starts that of the repartition topic; null for names from the counter. */
    protected final String name;

    /** For how long records wait for the table to reach their time; null for not at all. */
    protected final Duration gracePeriod;

    private Joined(
            Serde<K> keySerde,
            Serde<VLeft> leftValueSerde,
            Serde<VRight> rightValueSerde,
            String name,
            Duration gracePeriod) {
        this.keySerde = keySerde;
        this.leftValueSerde = leftValueSerde;
        this.rightValueSerde = rightValueSerde;
        this.name = name;
        this.gracePeriod = gracePeriod;
    }

    /**
     * Copies.
     *
     * @param joined what to copy
     */
    protected Joined(Joined<K, VLeft, VRight> joined) {
        this(joined.keySerde, joined.leftValueSerde, joined.rightValueSerde, joined.name, joined.gracePeriod);
    }

    /**
     * Joins with these serdes.
     *
     * @param keySerde null for the stream's
     * @param leftValueSerde null for the stream's
     * @param rightValueSerde null for the table's
     * @param <K> the type of keys
     * @param <VLeft> the type of the stream's values
     * @param <VRight> the type of the table's values
     * @return how to join
     */
    public static <K, VLeft, VRight> Joined<K, VLeft, VRight> with(
            Serde<K> keySerde, Serde<VLeft> leftValueSerde, Serde<VRight> rightValueSerde) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, null, null);
    }

    /**
     * Joins with these serdes, under this name.
     *
     * @param keySerde null for the stream's
     * @param leftValueSerde null for the stream's
     * @param rightValueSerde null for the table's
     * @param name the name of the node, which starts that of the repartition topic; null for names from the counter
     * @param <K> the type of keys
     * @param <VLeft> the type of the stream's values
     * @param <VRight> the type of the table's values
     * @return how to join
     */
    public static <K, VLeft, VRight> Joined<K, VLeft, VRight> with(
            Serde<K> keySerde, Serde<VLeft> leftValueSerde, Serde<VRight> rightValueSerde, String name) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, null);
    }

    /**
     * Joins with everything given.
     *
     * @param keySerde null for the stream's
     * @param leftValueSerde null for the stream's
     * @param rightValueSerde null for the table's
     * @param name the name of the node, which starts that of the repartition topic; null for names from the counter
     * @param gracePeriod for how long records wait for the table to reach their time; null for not at all
     * @param <K> the type of keys
     * @param <VLeft> the type of the stream's values
     * @param <VRight> the type of the table's values
     * @return how to join
     */
    public static <K, VLeft, VRight> Joined<K, VLeft, VRight> with(
            Serde<K> keySerde,
            Serde<VLeft> leftValueSerde,
            Serde<VRight> rightValueSerde,
            String name,
            Duration gracePeriod) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /**
     * Joins with this key serde.
     *
     * @param keySerde null for the stream's
     * @param <K> the type of keys
     * @param <VLeft> the type of the stream's values
     * @param <VRight> the type of the table's values
     * @return how to join
     */
    public static <K, VLeft, VRight> Joined<K, VLeft, VRight> keySerde(Serde<K> keySerde) {
        return new Joined<>(keySerde, null, null, null, null);
    }

    /**
     * Joins with this serde of the stream's values.
     *
     * @param leftValueSerde null for the stream's
     * @param <K> the type of keys
     * @param <VLeft> the type of the stream's values
     * @param <VRight> the type of the table's values
     * @return how to join
     */
    public static <K, VLeft, VRight> Joined<K, VLeft, VRight> valueSerde(Serde<VLeft> leftValueSerde) {
        return new Joined<>(null, leftValueSerde, null, null, null);
    }

    /**
     * Joins with this serde of the table's values.
     *
     * @param rightValueSerde null for the table's
     * @param <K> the type of keys
     * @param <VLeft> the type of the stream's values
     * @param <VRight> the type of the table's values
     * @return how to join
     */
    public static <K, VLeft, VRight> Joined<K, VLeft, VRight> otherValueSerde(Serde<VRight> rightValueSerde) {
        return new Joined<>(null, null, rightValueSerde, null, null);
    }

    /**
     * Joins under this name.
     *
     * @param name the name of the node, which starts that of the repartition topic; null for names from the counter
     * @param <K> the type of keys
     * @param <VLeft> the type of the stream's values
     * @param <VRight> the type of the table's values
     * @return how to join
     */
    public static <K, VLeft, VRight> Joined<K, VLeft, VRight> as(String name) {
        return new Joined<>(null, null, null, name, null);
    }

    /**
     * With another key serde.
     *
     * @param keySerde null for the stream's
     * @return a copy
     */
    public Joined<K, VLeft, VRight> withKeySerde(Serde<K> keySerde) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /**
     * With another serde of the stream's values.
     *
     * @param leftValueSerde null for the stream's
     * @return a copy
     */
    public Joined<K, VLeft, VRight> withValueSerde(Serde<VLeft> leftValueSerde) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /**
     * With another serde of the table's values.
     *
     * @param rightValueSerde null for the table's
     * @return a copy
     */
    public Joined<K, VLeft, VRight> withOtherValueSerde(Serde<VRight> rightValueSerde) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    @Override
    public Joined<K, VLeft, VRight> withName(String name) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /**
     * With another grace.
     *
     * @param gracePeriod for how long records wait for the table to reach their time; null for not at all
     * @return a copy
     */
    public Joined<K, VLeft, VRight> withGracePeriod(Duration gracePeriod) {
        return new Joined<>(keySerde, leftValueSerde, rightValueSerde, name, gracePeriod);
    }

    /**
     * For how long records wait for the table to reach their time.
     *
     * @return null for not at all
     * @deprecated meant for the library alone
     */
    @Deprecated
    public Duration gracePeriod() {
        return gracePeriod;
    }

    /**
     * Serde of keys.
     *
     * @return null for the stream's
     * @deprecated meant for the library alone
     */
    @Deprecated
    public Serde<K> keySerde() {
        return keySerde;
    }

    /**
     * Serde of the stream's values.
     *
     * @return null for the stream's
     * @deprecated meant for the library alone
     */
    @Deprecated
    public Serde<VLeft> valueSerde() {
        return leftValueSerde;
    }

    /**
     * Serde of the table's values.
     *
     * @return null for the table's
     * @deprecated meant for the library alone
     */
    @Deprecated
    public Serde<VRight> otherValueSerde() {
        return rightValueSerde;
    }
}
