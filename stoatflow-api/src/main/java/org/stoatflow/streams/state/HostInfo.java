package org.stoatflow.streams.state;

import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;

/** Where an instance can be reached by users' own requests: what {@code application.server} says. Immutable. */
public class HostInfo {
    private final String host;
    private final int port;

    /**
     * Creates an address.
     *
     * @param host the host, not null
     * @param port the port
     */
    public HostInfo(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /**
     * Reads an address.
     *
     * @param endPoint {@code host:port}; null or blank for none
     * @return the address; null for none
     * @throws ConfigException if it is not of this form
     */
    public static HostInfo buildFromEndpoint(String endPoint) {
        if (Utils.isBlank(endPoint)) {
            return null;
        }
        String host = Utils.getHost(endPoint);
        Integer port = port(endPoint);
        if (Utils.isBlank(host) || port == null) {
            throw new ConfigException("Error parsing host address " + endPoint + ". Expected format host:port.");
        }
        return new HostInfo(host, port);
    }

    private static Integer port(String endPoint) {
        try {
            return Utils.getPort(endPoint);
        } catch (NumberFormatException tooLarge) {
            return null;
        }
    }

    /**
     * An address for what cannot be reached.
     *
     * @return host {@code unavailable}, port -1
     */
    public static HostInfo unavailable() {
        return new HostInfo("unavailable", -1);
    }

    /**
     * The host.
     *
     * @return name or address
     */
    public String host() {
        return host;
    }

    /**
     * The port.
     *
     * @return the number
     */
    public int port() {
        return port;
    }

    @Override
    public boolean equals(Object o) {
        return o != null
                && getClass() == o.getClass()
                && port == ((HostInfo) o).port
                && host.equals(((HostInfo) o).host);
    }

    @Override
    public int hashCode() {
        return 31 * host.hashCode() + port;
    }

    @Override
    public String toString() {
        return "HostInfo{host='" + host + "', port=" + port + "}";
    }
}
