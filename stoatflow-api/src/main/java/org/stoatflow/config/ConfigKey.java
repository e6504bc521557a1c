package org.stoatflow.config;

import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * A configuration key: its name, what values it takes, and the one that counts where it is not set. {@link #of} is the
 * one way to its value. Immutable.
 *
 * @param <T> what a value is read as
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
     * The value that counts where the key is not set, as it would stand in the configuration.
     *
     * @return the default
     */
    public final Object defaultValue() {
        return defaultValue;
    }

    /**
     * The unit of the value as it stands in the configuration.
     *
     * @return the unit; empty where it has none
     */
    public final String unit() {
        return unit;
    }

    /**
     * What values are allowed, as a message has it after "must be".
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
     * @throws ConfigException naming key, value and what is allowed, if the value is not
     */
    public final T of(AbstractConfig config) {
        return read(key, config, defaultValue);
    }

    /**
     * Whether the configuration has a value for the application.
     *
     * @param config the application's configuration
     * @return false where the default counts
     */
    public final boolean isSet(AbstractConfig config) {
        return config.originals().containsKey(key);
    }

    /** The value of a key that this one stands for, or the other value where it is not set. */
    final T read(String fullKey, AbstractConfig config, Object otherwise) {
        @Nullable Object value = config.originals().get(fullKey);
        return form.read(fullKey, value == null ? otherwise : value);
    }

    /** Whether a key of the configuration is this one. */
    boolean matches(String candidate) {
        return candidate.equals(key);
    }

    /** The key. */
    @Override
    public final String toString() {
        return key;
    }
}
