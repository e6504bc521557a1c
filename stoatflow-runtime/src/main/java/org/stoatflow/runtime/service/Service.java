package org.stoatflow.runtime.service;

import io.micrometer.core.instrument.MeterRegistry;

/** Serves what is known of an application to those outside. It is made with the application. */
public interface Service {
    /** Where the application's meters are registered, beside the user's registry. The service closes it. */
    MeterRegistry registry();

    /**
     * Begins to serve, as the application starts. Called once at most.
     *
     * @throws org.apache.kafka.common.KafkaException if it cannot, such as where a port is in use
     */
    void open(ServedApplication application);

    /** Ends with the application, also where it has not begun. May be called again. */
    void close();
}
