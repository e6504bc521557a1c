package org.stoatflow.dsl;

import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.state.DslStoreSuppliers;
import org.stoatflow.streams.state.WindowBytesStoreSupplier;

/** Reads what a {@link StreamJoined} holds. */
final class StreamJoinedInternals<K, V1, V2> extends StreamJoined<K, V1, V2> {
    StreamJoinedInternals(StreamJoined<K, V1, V2> joined) {
        super(joined);
    }

    @Nullable
    Serde<K> keySerde() {
        return keySerde;
    }

    @Nullable
    Serde<V1> valueSerde() {
        return valueSerde;
    }

    @Nullable
    Serde<V2> otherValueSerde() {
        return otherValueSerde;
    }

    @Nullable
    String name() {
        return name;
    }

    @Nullable
    String storeName() {
        return storeName;
    }

    @Nullable
    WindowBytesStoreSupplier thisStoreSupplier() {
        return thisStoreSupplier;
    }

    @Nullable
    WindowBytesStoreSupplier otherStoreSupplier() {
        return otherStoreSupplier;
    }

    boolean loggingEnabled() {
        return loggingEnabled;
    }

    Map<String, String> topicConfig() {
        return topicConfig;
    }

    @Nullable
    DslStoreSuppliers dslStoreSuppliers() {
        return dslStoreSuppliers;
    }
}
