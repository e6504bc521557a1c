package org.stoatflow.config;

import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * A configuration key: its name, the values it takes, and its default. {@link #of} is the only way to its value.
 * Immutable.
 *
 * @param <T> the type as which a value is read
 */
public sealed class ConfigKey<T> permits NodeConfigKey {
    private final String key;
    private final Object defaultValue;
    private final String unit;
    private final ValueForm<T> form;

    ConfigKey(String key, Object defaultValue, String unit, ValueForm<T> form) {
        this.key = key;
        this.defaultValue = defaultValue;
        this.unit = unit;
        this.form = form;
    }

    /**
     * The key as it stands in the configuration.
     *
     * @return the key
     */
    public final String key() {
        return key;
    }

    /**
     * The type of the value as it stands in the configuration, where texts are allowed for each type.
     *
     * @return the type
     */
    public final ConfigDef.Type type() {
        return form.type();
    }

    /**
     * The value that holds where the key is not set, in the form that a configuration would have it.
     *
     * @return the default
     */
    public final Object defaultValue() {
        return defaultValue;
    }

    /**
     * The unit in which the configuration has the value.
     *
     * @return the unit; empty where it has none
     */
    public final String unit() {
        return unit;
    }

    /**
     * The allowed values, as a message names them after "must be".
     *
     * @return part of a sentence
     */
    public final String allowed() {
        return form.allowed();
    }

    /**
     * The value for the application.
     *
     * @param config the application's configuration
     * @return the value, or the default where there is none
     * @throws ConfigException naming key, value and the allowed values, if the value is not allowed
     */
    public final T of(AbstractConfig config) {
        return read(key, config, defaultValue);
    }

    /**
     * Whether the configuration has a value for the application.
     *
     * @param config the application's configuration
     * @return false where the default holds
     */
    public final boolean isSet(AbstractConfig config) {
        return config.originals().containsKey(key);
    }

    /** The value of {@code fullKey}, or {@code otherwise} where that key is not set. */
    final T read(String fullKey, AbstractConfig config, Object otherwise) {
        @Nullable Object value = config.originals().get(fullKey);
        return form.read(fullKey, value == null ? otherwise : value);
    }

    /** Whether a key that the configuration has is this key. */
    boolean matches(String candidate) {
        return candidate.equals(key);
    }

    /** The key. */
    @Override
    public final String toString() {
        return key;
    }
}
