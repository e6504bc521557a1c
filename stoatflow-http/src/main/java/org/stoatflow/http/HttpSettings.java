package org.stoatflow.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;

/**
 * Where is served, and where the state is.
 *
 * @param address with port 0 for any that is free
 * @param stateFolder {@code state.dir}; null where there is no such key
 */
record HttpSettings(InetSocketAddress address, @Nullable Path stateFolder) {
    private static final String STATE_DIR = "state.dir";

    /** @throws ConfigException if this machine knows no such address */
    static HttpSettings of(AbstractConfig config) {
        String host = StoatflowConfig.HTTP_ADDRESS.of(config);
        try {
            return new HttpSettings(
                    new InetSocketAddress(InetAddress.getByName(host), StoatflowConfig.HTTP_PORT.of(config)),
                    config.values().get(STATE_DIR) instanceof String folder ? Path.of(folder) : null);
        } catch (UnknownHostException unknown) {
            throw new ConfigException(
                    StoatflowConfig.HTTP_ADDRESS.key(), host, "is no address of this machine: " + unknown.getMessage());
        }
    }
}
