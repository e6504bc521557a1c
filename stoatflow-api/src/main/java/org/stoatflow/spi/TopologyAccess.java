package org.stoatflow.spi;

import java.lang.invoke.MethodHandles;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.Topology;
import org.stoatflow.topology.LogicalTopology;

/** How the engine reads what a {@link Topology} holds; users see no such method. Safe for use by any thread. */
public final class TopologyAccess {
    /** Set once, by the class initializer of {@link Topology}; read by any thread. */
    private static volatile @Nullable Function<Topology, LogicalTopology> door;

    private TopologyAccess() {}

    /**
     * The topology as data.
     *
     * @param topology the topology
     * @return what it holds now
     */
    public static LogicalTopology logical(Topology topology) {
        Function<Topology, LogicalTopology> known = door;
        if (known == null) {
            try {
                MethodHandles.lookup().ensureInitialized(Topology.class);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException("Topology is a public class", impossible);
            }
            known = door;
        }
        if (known == null) {
            throw new IllegalStateException("Topology has not installed its door");
        }
        return known.apply(topology);
    }

    /**
     * Called by the class initializer of {@link Topology}, and by nobody else.
     *
     * @param newDoor the way in
     * @throws IllegalStateException if there is one already
     */
    public static synchronized void install(Function<Topology, LogicalTopology> newDoor) {
        if (door != null) {
            throw new IllegalStateException("Only Topology installs its door");
        }
        door = newDoor;
    }
}
