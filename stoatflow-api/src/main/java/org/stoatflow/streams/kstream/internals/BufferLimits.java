package org.stoatflow.streams.kstream.internals;

import java.util.Map;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.Suppressed.EagerBufferConfig;
import org.stoatflow.streams.kstream.Suppressed.StrictBufferConfig;

/**
 * The buffer of a suppression, as operators read it. Immutable.
 *
 * <p>What makes a buffer of another turns a changelog on that had been turned off, and a changelog that is off equals
 * one without configuration. Both is so in Kafka Streams: the same program has the same changelogs.
 *
 * @param <BC> the kind of buffer
 */
public abstract sealed class BufferLimits<BC extends BufferConfig<BC>> implements BufferConfig<BC>
        permits EagerBuffer, StrictBuffer {
    private final long maxRecords;
    private final long maxBytes;

    /** Null where there is no changelog. */
    private final Map<String, String> changelogConfig;

    BufferLimits(long maxRecords, long maxBytes, Map<String, String> changelogConfig) {
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
        this.changelogConfig = changelogConfig;
    }

    /** What the changelog is created with; null for no changelog. */
    final Map<String, String> changelogConfig() {
        return changelogConfig;
    }

    /**
     * The bound of keys.
     *
     * @return how many keys a partition's buffer may have; {@link Long#MAX_VALUE} for no bound
     */
    public final long maxRecords() {
        return maxRecords;
    }

    /**
     * The bound of bytes.
     *
     * @return how many bytes the rows of a partition's buffer may take; {@link Long#MAX_VALUE} for no bound
     */
    public final long maxBytes() {
        return maxBytes;
    }

    /**
     * Whether the buffer has a changelog.
     *
     * @return whether it has one
     */
    public final boolean isLoggingEnabled() {
        return changelogConfig != null;
    }

    /**
     * What the changelog is created with.
     *
     * @return its topic configuration; empty where there is no changelog
     */
    public final Map<String, String> logConfig() {
        return changelogConfig == null ? Map.of() : changelogConfig;
    }

    @Override
    public final StrictBufferConfig withNoBound() {
        return new StrictBuffer(Long.MAX_VALUE, Long.MAX_VALUE, logConfig());
    }

    @Override
    public final StrictBufferConfig shutDownWhenFull() {
        return new StrictBuffer(maxRecords, maxBytes, logConfig());
    }

    @Override
    public final EagerBufferConfig emitEarlyWhenFull() {
        return new EagerBuffer(maxRecords, maxBytes, logConfig());
    }

    @Override
    public final boolean equals(Object o) {
        if (o == null || getClass() != o.getClass()) {
            return false;
        }
        BufferLimits<?> other = (BufferLimits<?>) o;
        return maxRecords == other.maxRecords
                && maxBytes == other.maxBytes
                && logConfig().equals(other.logConfig());
    }

    @Override
    public final int hashCode() {
        return (31 * Long.hashCode(maxRecords) + Long.hashCode(maxBytes)) * 31
                + logConfig().hashCode();
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[maxRecords=" + maxRecords + ", maxBytes=" + maxBytes + ", changelog="
                + (changelogConfig == null ? "off" : changelogConfig) + ']';
    }
}
