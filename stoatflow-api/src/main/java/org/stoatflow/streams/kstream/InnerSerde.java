package org.stoatflow.streams.kstream;

import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the serializer or deserializer of the key within a windowed key: the one that was given to a constructor, or
 * the one of the serde that a configuration names.
 *
 * @param <C> what is looked for: a serializer or a deserializer
 */
final class InnerSerde<C> {
    /** The key that is for serializers and deserializers alike. */
    private static final String EITHER = "windowed.inner.class.serde";

    private static final Logger LOG = LoggerFactory.getLogger(InnerSerde.class);

    private final String kind;
    private final String key;
    private final Function<Serde<?>, C> part;

    /**
     * @param kind what is looked for, in words
     * @param key the configuration key for this kind
     * @param part takes it from a serde
     */
    InnerSerde(String kind, String key, Function<Serde<?>, C> part) {
        this.kind = kind;
        this.key = key;
        this.part = part;
    }

    /**
     * Decides between what was given, or null, and what is configured. If there are both, they must be of one class.
     */
    C choose(C given, Map<String, ?> configs) {
        String keyFound = configs.get(key) == null && configs.get(EITHER) != null ? EITHER : key;
        String serdeClass = (String) configs.get(keyFound);
        if (serdeClass == null) {
            return required(given);
        }
        if (keyFound.equals(EITHER)) {
            LOG.warn("Configuration key {} is deprecated. Use {}", EITHER, key);
        }
        C configured = part.apply(instance(keyFound, serdeClass));
        if (given == null) {
            return configured;
        }
        String givenClass = given.getClass().getName();
        String configuredClass = configured.getClass().getName();
        if (!givenClass.equals(configuredClass)) {
            throw new IllegalArgumentException("Inner class " + kind + " set using constructor (" + givenClass
                    + ") is different from the one set in " + keyFound + " config (" + configuredClass + ").");
        }
        return given;
    }

    private C required(C given) {
        if (given == null) {
            throw new IllegalArgumentException(
                    "Inner class " + kind + " should be set either via constructor or via the " + key + " config");
        }
        return given;
    }

    private static Serde<?> instance(String key, String serdeClass) {
        try {
            return Utils.newInstance(serdeClass, Serde.class);
        } catch (ClassNotFoundException missing) {
            throw new ConfigException(key, serdeClass, "Serde class " + serdeClass + " could not be found.");
        }
    }
}
