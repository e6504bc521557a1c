package org.stoatflow.runtime.engine;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.utils.Time;
import org.stoatflow.spi.Engine;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.EngineProvider;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.topology.LogicalTopology;

/** Makes the engine for the facade, which finds this class as a service. */
public final class RuntimeEngineProvider implements EngineProvider {
    @Override
    public Engine create(
            LogicalTopology topology,
            StreamsConfig config,
            KafkaClientSupplier clients,
            Admin admin,
            EngineListener listener,
            Time time) {
        return new StreamEngine(topology, config, clients, admin, listener, new DayClock(time));
    }
}
