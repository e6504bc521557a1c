package org.stoatflow.streams.kstream.internals;

import java.util.Map;
import org.stoatflow.streams.kstream.Suppressed.EagerBufferConfig;

/** A buffer that sends its oldest rows on before their time when it is full. */
public final class EagerBuffer extends BufferLimits<EagerBufferConfig> implements EagerBufferConfig {
    /**
     * Creates the limits.
     *
     * @param maxRecords how many keys; {@link Long#MAX_VALUE} for no bound
     * @param maxBytes how many bytes; {@link Long#MAX_VALUE} for no bound
     * @param changelogConfig what the changelog is created with; null for no changelog
     */
    public EagerBuffer(long maxRecords, long maxBytes, Map<String, String> changelogConfig) {
        super(maxRecords, maxBytes, changelogConfig);
    }

    @Override
    public EagerBufferConfig withMaxRecords(long recordLimit) {
        return new EagerBuffer(recordLimit, maxBytes(), changelogConfig());
    }

    @Override
    public EagerBufferConfig withMaxBytes(long byteLimit) {
        return new EagerBuffer(maxRecords(), byteLimit, changelogConfig());
    }

    @Override
    public EagerBufferConfig withLoggingDisabled() {
        return new EagerBuffer(maxRecords(), maxBytes(), null);
    }

    @Override
    public EagerBufferConfig withLoggingEnabled(Map<String, String> config) {
        return new EagerBuffer(maxRecords(), maxBytes(), config);
    }
}
