package org.stoatflow.streams;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.state.HostInfo;

/** Accepts what users may give as {@code application.server}: nothing, or a host and a port. */
final class ServerAddress implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, @Nullable Object value) {
        if (!(value instanceof String address)) {
            throw new ConfigException(name + " must be a string");
        }
        try {
            HostInfo.buildFromEndpoint(address);
        } catch (ConfigException refused) {
            throw new ConfigException(name, value, refused.getMessage());
        }
    }

    /** Says what is accepted, in the table of keys. */
    @Override
    public String toString() {
        return "A host:port pair, protocol://host:port, or an empty string";
    }
}
