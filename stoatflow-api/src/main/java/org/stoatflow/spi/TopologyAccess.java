package org.stoatflow.spi;

import java.lang.invoke.MethodHandles;
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

    private TopologyAccess() {}

    /**
     * The topology as data.
     *
     * @param topology the topology
     * @return what it holds now
     */
    public static LogicalTopology logical(Topology topology) {
        Function<Topology, LogicalTopology> known = internals;
        if (known == null) {
            try {
                MethodHandles.lookup().ensureInitialized(Topology.class);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException("Topology is a public class", impossible);
            }
            known = internals;
        }
        if (known == null) {
            throw new IllegalStateException("Topology has not installed its internals");
        }
        return known.apply(topology);
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
        for (StoreDeclaration store : logical.stores().values()) {
            if (store.builder() instanceof DslStoreBuilder<?> undecided) {
                undecided.configure(config);
            }
        }
        return logical;
    }

    /**
     * Called by the class initializer of {@link Topology}, and by nobody else.
     *
     * @param newInternals the way to a topology's content
     * @throws IllegalStateException if it is installed already
     */
    public static synchronized void install(Function<Topology, LogicalTopology> newInternals) {
        if (internals != null) {
            throw new IllegalStateException("Only Topology installs its internals");
        }
        internals = newInternals;
    }
}
