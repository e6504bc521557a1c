package org.stoatflow.stores;

import java.util.Map;

/**
 * The changelog that a store was declared with.
 *
 * @param enabled whether there is one
 * @param config its topic configuration
 */
public record ChangelogSettings(boolean enabled, Map<String, String> config) {
    /** Makes a copy of what could still change. */
    public ChangelogSettings {
        config = Map.copyOf(config);
    }
}
