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
     * This node with another supplier.
     *
     * @param other makes the processors
     * @return the node
     */
    public ProcessorNode suppliedBy(ProcessorSupplier<?, ?, ?, ?> other) {
        return new ProcessorNode(name, predecessors, other, stores, traits);
    }

    /**
     * Whether its processors are the user's, and not the DSL's.
     *
     * @return whether the user's supplier makes them
     */
    public boolean isUsers() {
        return !traits.dsl();
    }

    /**
     * Whether code of the user's sees its records as processors do: the processor is the user's, or wrapped.
     *
     * @return whether it may keep records and schedule punctuators
     */
    public boolean runsUsersCode() {
        return isUsers() || supplier instanceof WrappedSupplier;
    }

    /**
     * The supplier without what a {@code ProcessorWrapper} has put around it.
     *
     * @return what the DSL or the user has declared
     */
    public ProcessorSupplier<?, ?, ?, ?> declared() {
        return supplier instanceof WrappedSupplier<?, ?, ?, ?> wrapped ? wrapped.declared() : supplier;
    }

    /**
     * Whether the processor holds rows until stream time comes to them.
     *
     * @return whether it has a clock, see {@link #clockGroup}
     */
    public boolean timeDriven() {
        return declared() instanceof TimeDriven;
    }

    /**
     * Whether the processor keeps rows whose results it has forwarded.
     *
     * @return as {@link TimeDriven#keepsForwarded} says
     */
    public boolean keepsForwarded() {
        return declared() instanceof TimeDriven timed && timed.keepsForwarded();
    }

    /**
     * How long after its end a window has closed.
     *
     * @return as {@link TimeDriven#closingGraceMs} says
     */
    public long closingGraceMs() {
        return declared() instanceof TimeDriven timed ? timed.closingGraceMs() : 0;
    }

    /**
     * Whether the processor tells other keys of what a row was before.
     *
     * @return whether it is marked so
     */
    public boolean retractsRows() {
        return declared() instanceof RetractsRows;
    }

    /**
     * The group of operators with which a processor that is driven by time shares its clock.
     *
     * @return the group's name; the node's own if the processor has a clock for itself
     */
    public String clockGroup() {
        return declared() instanceof TimeDriven timed ? timed.clockGroup(name) : name;
    }
}
