package org.stoatflow.config;

import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * A key for the application that may also be set for one source or processor, with {@code .<node name>} appended.
 *
 * @param <T> the type as which a value is read
 */
public final class NodeConfigKey<T> extends ConfigKey<T> {
    NodeConfigKey(String key, Object defaultValue, String unit, ValueForm<T> form) {
        super(key, defaultValue, unit, form);
    }

    /**
     * The key of one node.
     *
     * @param node the name of a source or processor
     * @return the key as it stands in the configuration
     */
    public String key(String node) {
        return key() + "." + node;
    }

    /**
     * The value for one node: its own, else the application's.
     *
     * @param config the application's configuration
     * @param node the name of a source or processor
     * @return the value
     * @throws ConfigException naming key, value and the allowed values, if the value is not allowed
     */
    public T of(AbstractConfig config, String node) {
        return config.originals().get(key(node)) == null ? of(config) : read(key(node), config, defaultValue());
    }

    /**
     * The nodes for which the key is set by name.
     *
     * @param config the application's configuration
     * @return the names, sorted, whether or not there are such nodes
     */
    public SortedSet<String> nodes(AbstractConfig config) {
        SortedSet<String> nodes = new TreeSet<>();
        for (String candidate : config.originals().keySet()) {
            if (candidate.startsWith(key(""))) {
                nodes.add(candidate.substring(key("").length()));
            }
        }
        return nodes;
    }

    @Override
    boolean matches(String candidate) {
        return super.matches(candidate) || candidate.startsWith(key(""));
    }
}
