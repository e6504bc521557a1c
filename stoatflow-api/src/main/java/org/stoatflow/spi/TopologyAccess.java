package org.stoatflow.spi;

import java.lang.invoke.MethodHandles;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.stores.DslStoreBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.StoreDeclaration;

/** Lets the engine read the content of a {@link Topology}; users see no such method. Safe for use by any thread. */
public final class TopologyAccess {
    /** Set once, by the class initializer of {@link Topology}; read by any thread. */
    private static volatile @Nullable Function<Topology, LogicalTopology> internals;

    /** Set once, like the other. */
    private static volatile @Nullable BiFunction<Topology, StreamsConfig, StreamsConfig> configuration;

    private TopologyAccess() {}

    /**
     * The topology as data.
     *
     * @param topology the topology
     * @return what it holds now
     */
    public static LogicalTopology logical(Topology topology) {
        ensureInstalled();
        return installed(internals).apply(topology);
    }

    /**
     * The configuration with which an application runs a topology.
     *
     * @param topology the topology
     * @param application the application's configuration
     * @return the application's, with what the topology's own configuration overrides
     */
    public static StreamsConfig configured(Topology topology, StreamsConfig application) {
        ensureInstalled();
        return installed(configuration).apply(topology, application);
    }

    private static void ensureInstalled() {
        if (internals == null) {
            try {
                MethodHandles.lookup().ensureInitialized(Topology.class);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException("Topology is a public class", impossible);
            }
        }
    }

    private static <T> T installed(@Nullable T internal) {
        if (internal == null) {
            throw new IllegalStateException("Topology has not installed its internals");
        }
        return internal;
    }

    /**
     * The topology as data, to be run with a configuration, which stores without a supplier take theirs from.
     *
     * @param topology the topology
     * @param config the application's configuration
     * @return what it holds now
     */
    public static LogicalTopology logical(Topology topology, StreamsConfig config) {
        LogicalTopology logical = logical(topology);
        logical.stores().values().forEach(store -> configure(store, config));
        logical.globalStores().forEach(global -> configure(global.store(), config));
        return logical;
    }

    private static void configure(StoreDeclaration store, StreamsConfig config) {
        if (store.builder() instanceof DslStoreBuilder<?> undecided) {
            undecided.configure(config);
        }
    }

    /**
     * Called by the class initializer of {@link Topology}, and by nobody else.
     *
     * @param newInternals the way to a topology's content
     * @param newConfiguration the way to the configuration with which it runs
     * @throws IllegalStateException if it is installed already
     */
    public static synchronized void install(
            Function<Topology, LogicalTopology> newInternals,
            BiFunction<Topology, StreamsConfig, StreamsConfig> newConfiguration) {
        if (internals != null) {
            throw new IllegalStateException("Only Topology installs its internals");
        }
        configuration = newConfiguration;
        internals = newInternals;
    }
}
