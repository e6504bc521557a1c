package org.stoatflow.streams.kstream;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;

/**
 * How to join two streams, and how to keep the records of either that wait for partners. Logging is on by default;
 * there is no cache. Immutable.
 *
 * @param <K> the type of keys
 * @param <V1> the type of this stream's values
 * @param <V2> the type of the other stream's values
 */
public class StreamJoined<K, V1, V2> implements NamedOperation<StreamJoined<K, V1, V2>> {
    /** Serde of keys; null for this stream's, else the default one. */
    protected final Serde<K> keySerde;

    /** Serde of this stream's values; null for the stream's, else the default one. */
    protected final Serde<V1> valueSerde;

    /** Serde of the other stream's values; null for the stream's, else the default one. */
    protected final Serde<V2> otherValueSerde;

    /** Makes the store of this stream's records; null for one of the suppliers'. */
    protected final WindowBytesStoreSupplier thisStoreSupplier;

    /** Makes the store of the other stream's records; null for one of the suppliers'. */
    protected final WindowBytesStoreSupplier otherStoreSupplier;

    /** Starts the names of the nodes and of repartition topics; null for names from the counter. */
    protected final String name;

    /** Starts the names of the stores and of their changelogs; null for names from the counter. */
    protected final String storeName;

    /** Whether the stores have changelogs. */
    protected final boolean loggingEnabled;

    /** Topic configuration of the changelogs. */
    protected final Map<String, String> topicConfig;

    /** Makes stores that have no supplier of their own; null for the application's choice. */
    protected DslStoreSuppliers dslStoreSuppliers;

    private StreamJoined(Parts<K, V1, V2> parts) {
        keySerde = parts.keySerde;
        valueSerde = parts.valueSerde;
        otherValueSerde = parts.otherValueSerde;
        thisStoreSupplier = parts.thisStoreSupplier;
        otherStoreSupplier = parts.otherStoreSupplier;
        name = parts.name;
        storeName = parts.storeName;
        loggingEnabled = parts.loggingEnabled;
        topicConfig = parts.topicConfig;
        dslStoreSuppliers = parts.dslStoreSuppliers;
    }

    /**
     * Copies.
     *
     * @param streamJoined what to copy
     */
    protected StreamJoined(StreamJoined<K, V1, V2> streamJoined) {
        this(new Parts<>(streamJoined));
    }

    /**
     * Joins with stores from these suppliers. They keep duplicates, and windows as long as the join's.
     *
     * @param storeSupplier makes the store of this stream's records; null for one of the default kind
     * @param otherStoreSupplier makes the store of the other stream's records; null for one of the default kind
     * @param <K> the type of keys
     * @param <V1> the type of this stream's values
     * @param <V2> the type of the other stream's values
     * @return how to join
     */
    public static <K, V1, V2> StreamJoined<K, V1, V2> with(
            WindowBytesStoreSupplier storeSupplier, WindowBytesStoreSupplier otherStoreSupplier) {
        Parts<K, V1, V2> parts = new Parts<>();
        parts.thisStoreSupplier = storeSupplier;
        parts.otherStoreSupplier = otherStoreSupplier;
        return new StreamJoined<>(parts);
    }

    /**
     * Joins with stores of this kind.
     *
     * @param storeSuppliers makes the stores; null for the application's choice
     * @param <K> the type of keys
     * @param <V1> the type of this stream's values
     * @param <V2> the type of the other stream's values
     * @return how to join
     */
    public static <K, V1, V2> StreamJoined<K, V1, V2> with(DslStoreSuppliers storeSuppliers) {
        Parts<K, V1, V2> parts = new Parts<>();
        parts.dslStoreSuppliers = storeSuppliers;
        return new StreamJoined<>(parts);
    }

    /**
     * Joins with stores of this name.
     *
     * @param storeName starts the names of the stores and of their changelogs; null for names from the counter
     * @param <K> the type of keys
     * @param <V1> the type of this stream's values
     * @param <V2> the type of the other stream's values
     * @return how to join
     */
    public static <K, V1, V2> StreamJoined<K, V1, V2> as(String storeName) {
        Parts<K, V1, V2> parts = new Parts<>();
        parts.storeName = storeName;
        return new StreamJoined<>(parts);
    }

    /**
     * Joins with these serdes.
     *
     * @param keySerde null for this stream's
     * @param valueSerde null for this stream's
     * @param otherValueSerde null for the other stream's
     * @param <K> the type of keys
     * @param <V1> the type of this stream's values
     * @param <V2> the type of the other stream's values
     * @return how to join
     */
    public static <K, V1, V2> StreamJoined<K, V1, V2> with(
            Serde<K> keySerde, Serde<V1> valueSerde, Serde<V2> otherValueSerde) {
        Parts<K, V1, V2> parts = new Parts<>();
        parts.keySerde = keySerde;
        parts.valueSerde = valueSerde;
        parts.otherValueSerde = otherValueSerde;
        return new StreamJoined<>(parts);
    }

    /**
     * Sets the name.
     *
     * @param name starts the names of the nodes and of repartition topics; null for names from the counter
     * @return a copy
     */
    @Override
    public StreamJoined<K, V1, V2> withName(String name) {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.name = name;
        return new StreamJoined<>(parts);
    }

    /**
     * With another name of the stores.
     *
     * @param storeName starts the names of the stores and of their changelogs; null for names from the counter
     * @return a copy
     */
    public StreamJoined<K, V1, V2> withStoreName(String storeName) {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.storeName = storeName;
        return new StreamJoined<>(parts);
    }

    /**
     * With another key serde.
     *
     * @param keySerde null for this stream's
     * @return a copy
     */
    public StreamJoined<K, V1, V2> withKeySerde(Serde<K> keySerde) {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.keySerde = keySerde;
        return new StreamJoined<>(parts);
    }

    /**
     * With another serde of this stream's values.
     *
     * @param valueSerde null for this stream's
     * @return a copy
     */
    public StreamJoined<K, V1, V2> withValueSerde(Serde<V1> valueSerde) {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.valueSerde = valueSerde;
        return new StreamJoined<>(parts);
    }

    /**
     * With another serde of the other stream's values.
     *
     * @param otherValueSerde null for the other stream's
     * @return a copy
     */
    public StreamJoined<K, V1, V2> withOtherValueSerde(Serde<V2> otherValueSerde) {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.otherValueSerde = otherValueSerde;
        return new StreamJoined<>(parts);
    }

    /**
     * With stores of another kind.
     *
     * @param dslStoreSuppliers makes the stores; null for the application's choice
     * @return a copy
     */
    public StreamJoined<K, V1, V2> withDslStoreSuppliers(DslStoreSuppliers dslStoreSuppliers) {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.dslStoreSuppliers = dslStoreSuppliers;
        return new StreamJoined<>(parts);
    }

    /**
     * With another store of this stream's records. It keeps duplicates, and windows as long as the join's.
     *
     * @param thisStoreSupplier makes the store; null for one of the default kind
     * @return a copy
     */
    public StreamJoined<K, V1, V2> withThisStoreSupplier(WindowBytesStoreSupplier thisStoreSupplier) {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.thisStoreSupplier = thisStoreSupplier;
        return new StreamJoined<>(parts);
    }

    /**
     * With another store of the other stream's records. It keeps duplicates, and windows as long as the join's.
     *
     * @param otherStoreSupplier makes the store; null for one of the default kind
     * @return a copy
     */
    public StreamJoined<K, V1, V2> withOtherStoreSupplier(WindowBytesStoreSupplier otherStoreSupplier) {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.otherStoreSupplier = otherStoreSupplier;
        return new StreamJoined<>(parts);
    }

    /**
     * Turns the changelogs on.
     *
     * @param config topic configuration that the changelogs are created with
     * @return a copy
     */
    public StreamJoined<K, V1, V2> withLoggingEnabled(Map<String, String> config) {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.loggingEnabled = true;
        parts.topicConfig = config;
        return new StreamJoined<>(parts);
    }

    /**
     * Turns the changelogs off: records that wait for partners are lost when the application stops.
     *
     * @return a copy
     */
    public StreamJoined<K, V1, V2> withLoggingDisabled() {
        Parts<K, V1, V2> parts = new Parts<>(this);
        parts.loggingEnabled = false;
        parts.topicConfig = new HashMap<>();
        return new StreamJoined<>(parts);
    }

    @Override
    public String toString() {
        return "StreamJoin{keySerde=" + keySerde + ", valueSerde=" + valueSerde + ", otherValueSerde="
                + otherValueSerde + ", thisStoreSupplier=" + thisStoreSupplier + ", otherStoreSupplier="
                + otherStoreSupplier + ", name='" + name + "', storeName='" + storeName + "', loggingEnabled="
                + loggingEnabled + ", topicConfig=" + topicConfig + '}';
    }

    /** What the next one is made of. */
    private static final class Parts<K, V1, V2> {
        Serde<K> keySerde;
        Serde<V1> valueSerde;
        Serde<V2> otherValueSerde;
        WindowBytesStoreSupplier thisStoreSupplier;
        WindowBytesStoreSupplier otherStoreSupplier;
        String name;
        String storeName;
        boolean loggingEnabled = true;
        Map<String, String> topicConfig = new HashMap<>();
        DslStoreSuppliers dslStoreSuppliers;

        Parts() {}

        Parts(StreamJoined<K, V1, V2> joined) {
            keySerde = joined.keySerde;
            valueSerde = joined.valueSerde;
            otherValueSerde = joined.otherValueSerde;
            thisStoreSupplier = joined.thisStoreSupplier;
            otherStoreSupplier = joined.otherStoreSupplier;
            name = joined.name;
            storeName = joined.storeName;
            loggingEnabled = joined.loggingEnabled;
            topicConfig = joined.topicConfig;
            dslStoreSuppliers = joined.dslStoreSuppliers;
        }
    }
}
