package org.stoatflow.spi;

import java.lang.invoke.MethodHandles;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.Topology;
import org.stoatflow.topology.LogicalTopology;

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
