package org.stoatflow.runtime.settings;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsConfig;

/** Makes the default serdes. An application may have none. */
public final class DefaultSerdes {
    private DefaultSerdes() {}

    /** The key serde; null where none is configured. */
    public static @Nullable Serde<?> key(StreamsConfig config) {
        return config.getClass(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG) == null ? null : config.defaultKeySerde();
    }

    /** The value serde; null where none is configured. */
    public static @Nullable Serde<?> value(StreamsConfig config) {
        return config.getClass(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG) == null
                ? null
                : config.defaultValueSerde();
    }
}
