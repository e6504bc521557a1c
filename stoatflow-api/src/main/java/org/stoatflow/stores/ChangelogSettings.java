package org.stoatflow.stores;

import java.util.Map;

/**
 * The changelog that a store was declared with.
 *
 * @param enabled whether there is one
 * @param config its topic configuration
 * @param late whether a row is logged some time after its put, since the store was declared with a cache
 */
public record ChangelogSettings(boolean enabled, Map<String, String> config, boolean late) {
    /** Makes a copy of what could still change. */
    public ChangelogSettings {
        config = Map.copyOf(config);
    }

    /** A changelog that gets a row at its put. */
    public ChangelogSettings(boolean enabled, Map<String, String> config) {
        this(enabled, config, false);
    }

    ChangelogSettings later() {
        return new ChangelogSettings(enabled, config, true);
    }
}
