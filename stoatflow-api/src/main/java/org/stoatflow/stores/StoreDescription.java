package org.stoatflow.stores;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.StoreSupplier;

/**
 * A state store, as data. Immutable.
 *
 * @param name the store's name
 * @param settings the settings of stores of its kind
 * @param inner the inner store, which keeps the rows
 * @param serdes how keys and plain values are written
 * @param caching whether updates are held back and merged until a commit
 * @param changelog whether and how writes are logged
 * @param shown which windows and sessions can be read
 */
public record StoreDescription(
        String name,
        StoreSettings settings,
        InnerStore inner,
        SerdeChoice serdes,
        boolean caching,
        ChangelogSettings changelog,
        ShownRows shown) {
    /** A store that hides what is past the retention. */
    public StoreDescription(
            String name,
            StoreSettings settings,
            InnerStore inner,
            SerdeChoice serdes,
            boolean caching,
            ChangelogSettings changelog) {
        this(name, settings, inner, serdes, caching, changelog, ShownRows.RETAINED);
    }

    /**
     * Whether the store survives the process.
     *
     * @return false, too, where there is a {@link #customSupplier}, of which this is not known
     */
    public boolean persistent() {
        return inner.persistent();
    }

    /**
     * Whether a timestamp put into the store can be read back.
     *
     * @return false for a timestamped store over a persistent supplier without timestamps, whose timestamps read as -1
     */
    public boolean keepsTimestamps() {
        return settings.timestamped() && (inner.timestamped() || keepsHeaders());
    }

    /**
     * Whether headers are kept, which is not so where the store is for headers and its rows have no room for them.
     *
     * @return whether headers are read as they were put
     */
    public boolean keepsHeaders() {
        return settings.withHeaders() && inner.headers();
    }

    /**
     * Whether the store is for headers, and its rows have no room for them.
     *
     * @return whether headers are logged and read as none
     */
    public boolean dropsHeaders() {
        return settings.withHeaders() && !inner.headers();
    }

    /**
     * The serde of keys.
     *
     * @return null for the default one
     */
    public @Nullable Serde<?> keySerde() {
        return serdes.key();
    }

    /**
     * The serde of the plain values.
     *
     * @return null for the default one
     */
    public @Nullable Serde<?> valueSerde() {
        return serdes.value();
    }

    /**
     * Whether there is a changelog.
     *
     * @return whether writes are logged
     */
    public boolean logging() {
        return changelog.enabled();
    }

    /**
     * The same store as a state has to know it where a topic of the user's has its rows: as one with a changelog, which
     * is that topic, since the state keeps positions of no others from one process to the next.
     *
     * @return the description
     */
    public StoreDescription kept() {
        return new StoreDescription(
                name, settings, inner, serdes, caching, new ChangelogSettings(true, Map.of()), shown);
    }

    /**
     * The topic configuration of the changelog.
     *
     * @return the configuration that the user has set
     */
    public Map<String, String> logConfig() {
        return changelog.config();
    }

    /**
     * The user's own supplier of the inner stores.
     *
     * @return null for a built-in store
     */
    public @Nullable StoreSupplier<?> customSupplier() {
        return inner.customSupplier();
    }

    /**
     * A store of bytes by itself, without cache and changelog.
     *
     * @param name the store's name
     * @param settings the kind, and what it is made with
     * @param inner the inner store
     * @return the description
     */
    static StoreDescription ofBytes(String name, StoreSettings settings, InnerStore inner) {
        return new StoreDescription(
                name,
                settings,
                inner,
                new SerdeChoice(Serdes.Bytes(), Serdes.ByteArray()),
                false,
                new ChangelogSettings(false, Map.of()));
    }

    /**
     * A store that the user has written, with a builder of the user's.
     *
     * @param builder makes the stores
     * @return the description
     */
    public static StoreDescription own(StoreBuilder<?> builder) {
        return new StoreDescription(
                builder.name(),
                new StoreSettings.Own(builder),
                new InnerStore(false, false, false, null),
                new SerdeChoice(null, null),
                false,
                new ChangelogSettings(
                        builder.loggingEnabled(), Objects.requireNonNullElse(builder.logConfig(), Map.of())));
    }

    /**
     * Whether the user has written the store, or the inner store that keeps its rows.
     *
     * @return false where all of it is built in
     */
    public boolean isUsers() {
        return isWhollyUsers() || inner.customSupplier() != null;
    }

    /**
     * Whether processors are given an object of the user's own class, above which nothing is ours.
     *
     * @return false where at most the inner store is the user's
     */
    public boolean isWhollyUsers() {
        return settings.isWhollyUsers();
    }

    /**
     * Whether the user's store is written by its processors at once, so that an epoch that is dropped has been in it.
     *
     * @return false where there is no store of the user's, or it is given what is committed
     */
    public boolean isWrittenAtOnce() {
        return isUsers() && settings.isWrittenAtOnce();
    }

    /**
     * The same store, with what only a store of the user's supplier tells.
     *
     * @return this where the store is built in
     * @throws IllegalStateException if the user's supplier gives no store
     */
    public StoreDescription known() {
        InnerStore known = inner.known();
        return known.equals(inner)
                ? this
                : new StoreDescription(name, settings, known, serdes, caching, changelog, shown);
    }

    /**
     * The same store, which holds updates back or not. What it shows stays as it is.
     *
     * @param withCache whether updates are held back and merged until a commit
     * @return the description
     */
    public StoreDescription withCaching(boolean withCache) {
        return withCache == caching
                ? this
                : new StoreDescription(
                        name, settings, inner, serdes, withCache, caching ? changelog.later() : changelog, shown);
    }

    /**
     * Whether a row is logged at its put, so that one that cannot be logged is refused there.
     *
     * @return false without a changelog, and where the store was declared with a cache
     */
    public boolean logsAtOnce() {
        return logging() && !caching && !changelog.late();
    }

    /**
     * The same store where the configuration gives no memory to caches.
     *
     * @return the description
     */
    public StoreDescription withoutCache() {
        ShownRows shownThen = shown == ShownRows.STORED ? ShownRows.RETAINED : shown;
        return new StoreDescription(name, settings, inner, serdes, false, changelog, shownThen);
    }
}
