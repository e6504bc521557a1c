package org.stoatflow.spi;

import java.util.ServiceLoader;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.utils.Time;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.topology.LogicalTopology;

/** Makes engines. {@link ServiceLoader} finds the provider; stoatflow-runtime has one. */
public interface EngineProvider {
    /**
     * Makes an engine that has not started. Checks what can be checked without a broker.
     *
     * @param topology what to run
     * @param config the application's configuration
     * @param clients makes the Kafka clients, but for the first admin client
     * @param admin the application's admin client; the engine closes it at its end, also if it was never started, or
     *     once it has another one in its place
     * @param listener hears of the engine's states
     * @param time tells the time of day
     * @return a new engine
     */
    Engine create(
            LogicalTopology topology,
            StreamsConfig config,
            KafkaClientSupplier clients,
            Admin admin,
            EngineListener listener,
            Time time);

    /**
     * The provider on the class path.
     *
     * @return the provider
     * @throws IllegalStateException if there is none
     */
    static EngineProvider installed() {
        return ServiceLoader.load(EngineProvider.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "No engine on the class path: add stoatflow-runtime to the application's dependencies."));
    }
}
