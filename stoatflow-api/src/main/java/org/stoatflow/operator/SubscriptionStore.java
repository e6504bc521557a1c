package org.stoatflow.operator;

import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.state.KeyValueBytesStoreSupplier;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;

/**
 * The store of the subscriptions of a foreign-key join, which has no cache: by {@link CombinedKey}.
 *
 * @param name its name
 * @param builder its only builder
 */
public record SubscriptionStore(String name, StoreBuilder<TimestampedKeyValueStore<Bytes, Subscription>> builder) {
    /**
     * Describes the store.
     *
     * @param supplier makes the store of bytes
     * @return its builder
     */
    public static StoreBuilder<TimestampedKeyValueStore<Bytes, Subscription>> over(
            KeyValueBytesStoreSupplier supplier) {
        return Stores.timestampedKeyValueStoreBuilder(supplier, Serdes.Bytes(), new SubscriptionSerde());
    }

    Set<StoreBuilder<?>> builders() {
        return Set.of(builder);
    }

    TimestampedKeyValueStore<Bytes, Subscription> open(ProcessorContext<?, ?> context) {
        return context.getStateStore(name);
    }
}
