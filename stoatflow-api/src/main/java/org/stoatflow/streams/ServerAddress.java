package org.stoatflow.streams;

import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Accepts what users may give as {@code application.server}: nothing, or a host and a port. */
final class ServerAddress implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, @Nullable Object value) {
        if (!(value instanceof String address)) {
            throw new ConfigException(name + " must be a string");
        }
        if (!address.isBlank()
                && (Utils.getHost(address) == null || port(name, address).isEmpty())) {
            throw new ConfigException(
                    name, value, "Error parsing host address " + address + ". Expected format host:port.");
        }
    }

    private static Optional<Integer> port(String name, String address) {
        try {
            return Optional.ofNullable(Utils.getPort(address));
        } catch (NumberFormatException tooLarge) {
            throw new ConfigException(name, address, "Invalid port: " + tooLarge.getMessage());
        }
    }

    /** Says what is accepted, in the table of keys. */
    @Override
    public String toString() {
        return "A host:port pair, protocol://host:port, or an empty string";
    }
}
