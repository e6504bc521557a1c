package org.stoatflow.streams.kstream.internals;

import java.util.Map;
import org.stoatflow.streams.kstream.Suppressed.StrictBufferConfig;

/** A buffer that stops the application when it is full. Without bounds it never is. */
public final class StrictBuffer extends BufferLimits<StrictBufferConfig> implements StrictBufferConfig {
    /**
     * Creates the limits.
     *
     * @param maxRecords how many keys; {@link Long#MAX_VALUE} for no bound
     * @param maxBytes how many bytes; {@link Long#MAX_VALUE} for no bound
     * @param changelogConfig what the changelog is created with; null for no changelog
     */
    public StrictBuffer(long maxRecords, long maxBytes, Map<String, String> changelogConfig) {
        super(maxRecords, maxBytes, changelogConfig);
    }

    @Override
    public StrictBufferConfig withMaxRecords(long recordLimit) {
        return new StrictBuffer(recordLimit, maxBytes(), logConfig());
    }

    @Override
    public StrictBufferConfig withMaxBytes(long byteLimit) {
        return new StrictBuffer(maxRecords(), byteLimit, logConfig());
    }

    @Override
    public StrictBufferConfig withLoggingDisabled() {
        return new StrictBuffer(maxRecords(), maxBytes(), null);
    }

    @Override
    public StrictBufferConfig withLoggingEnabled(Map<String, String> config) {
        return new StrictBuffer(maxRecords(), maxBytes(), config);
    }
}
