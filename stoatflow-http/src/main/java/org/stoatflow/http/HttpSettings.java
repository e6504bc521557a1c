package org.stoatflow.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.stoatflow.config.StoatflowConfig;

/**
 * Where is served.
 *
 * @param address with port 0 for any that is free
 */
record HttpSettings(InetSocketAddress address) {
    /** @throws ConfigException if this machine knows no such address */
    static HttpSettings of(AbstractConfig config) {
        String host = StoatflowConfig.HTTP_ADDRESS.of(config);
        try {
            return new HttpSettings(
                    new InetSocketAddress(InetAddress.getByName(host), StoatflowConfig.HTTP_PORT.of(config)));
        } catch (UnknownHostException unknown) {
            throw new ConfigException(
                    StoatflowConfig.HTTP_ADDRESS.key(), host, "is no address of this machine: " + unknown.getMessage());
        }
    }
}
