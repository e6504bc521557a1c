package org.stoatflow.topology;

import java.util.List;
import org.stoatflow.streams.processor.api.ProcessorSupplier;

/**
 * Runs a processor.
 *
 * @param name the node's name
 * @param predecessors the names of the nodes it reads from, in the order in which they were given
 * @param supplier makes the processors; a fixed-key one is already adapted
 * @param stores the names of the stores it uses, in the order in which they were connected
 * @param traits what the planner may know of it
 */
public record ProcessorNode(
        String name,
        List<String> predecessors,
        ProcessorSupplier<?, ?, ?, ?> supplier,
        List<String> stores,
        Traits traits)
        implements LogicalNode {
    /** Makes a copy of what could still change. */
    public ProcessorNode {
        predecessors = List.copyOf(predecessors);
        stores = List.copyOf(stores);
    }

    /**
     * Whether its processors are the user's, and not the DSL's.
     *
     * @return whether they may keep records and schedule punctuators
     */
    public boolean isUsers() {
        return !traits.dsl();
    }

    /**
     * Whether the processor holds rows until stream time comes to them.
     *
     * @return whether it has a clock, see {@link #clockGroup}
     */
    public boolean timeDriven() {
        return supplier instanceof TimeDriven;
    }

    /**
     * The group of operators with which a processor that is driven by time shares its clock.
     *
     * @return the group's name; the node's own if the processor has a clock for itself
     */
    public String clockGroup() {
        return supplier instanceof TimeDriven timed ? timed.clockGroup(name) : name;
    }
}
