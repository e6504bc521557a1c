package org.stoatflow.kernel.global;

import java.util.Map;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;

/** A builder that is not one of ours, of a store that is never built. */
final class OwnBuilder implements StoreBuilder<KeyValueStore<String, String>> {
    @Override
    public StoreBuilder<KeyValueStore<String, String>> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, String>> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, String>> withLoggingEnabled(Map<String, String> config) {
        return this;
    }

    @Override
    public StoreBuilder<KeyValueStore<String, String>> withLoggingDisabled() {
        return this;
    }

    @Override
    public KeyValueStore<String, String> build() {
        throw new UnsupportedOperationException("never built");
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
        return false;
    }

    @Override
    public String name() {
        return "own";
    }
}
