package org.stoatflow.runtime.it;

import java.util.Map;
import java.util.function.Consumer;
import org.stoatflow.streams.state.StoreBuilder;

/** Builds stores that are wholly the user's, without a changelog. */
final class UsersRowsBuilder implements StoreBuilder<UsersRows> {
    private final String name;
    private final Consumer<String> told;

    UsersRowsBuilder(String name, Consumer<String> told) {
        this.name = name;
        this.told = told;
    }

    @Override
    public StoreBuilder<UsersRows> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<UsersRows> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<UsersRows> withLoggingEnabled(Map<String, String> config) {
        throw new UnsupportedOperationException("it writes no changelog");
    }

    @Override
    public StoreBuilder<UsersRows> withLoggingDisabled() {
        return this;
    }

    @Override
    public UsersRows build() {
        return new UsersRows(name, told);
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
        return name;
    }
}
