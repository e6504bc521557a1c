package org.stoatflow.http;

import org.apache.kafka.common.config.AbstractConfig;
import org.stoatflow.runtime.service.Service;
import org.stoatflow.runtime.service.ServiceProvider;

/** Makes the service for the engine, which finds this class as a service. */
public final class HttpServiceProvider implements ServiceProvider {
    /** For the service loader. */
    public HttpServiceProvider() {}

    @Override
    public Service create(AbstractConfig config) {
        return new HttpService(HttpSettings.of(config));
    }
}
