package org.stoatflow.runtime.service;

import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.stoatflow.config.StoatflowConfig;

/**
 * Makes services. {@link ServiceLoader} finds the provider, which stoatflow-http has, so that nobody who wants no
 * service has its libraries. It names no type of Kafka Streams', since the drop-in gives these other names.
 */
public interface ServiceProvider {
    /**
     * Makes a service that does not serve yet.
     *
     * @param config the application's configuration, which has a port
     * @throws ConfigException naming key and value, if it cannot serve so
     */
    Service create(AbstractConfig config);

    /**
     * The service that the configuration asks for.
     *
     * @return empty where it asks for none
     * @throws ConfigException if it asks for one, and no provider is on the class path
     */
    static Optional<Service> wanted(AbstractConfig config) {
        int port = StoatflowConfig.HTTP_PORT.of(config);
        if (port == -1) {
            return Optional.empty();
        }
        ServiceProvider installed = ServiceLoader.load(ServiceProvider.class, ServiceProvider.class.getClassLoader())
                .findFirst()
                .or(() -> ServiceLoader.load(ServiceProvider.class).findFirst())
                .orElseThrow(() -> new ConfigException(
                        StoatflowConfig.HTTP_PORT.key(),
                        port,
                        "needs the module stoatflow-http, which is not on the class path: add it to the application's"
                                + " dependencies, or remove the key"));
        return Optional.of(installed.create(config));
    }
}
