package org.stoatflow.operator;

/**
 * What an operator remembers beside its stores, and has to forget again where a record's work is undone because the
 * record is run again. Called in the lane.
 */
public interface OperatorMemory {
    /** Work begins that may be undone. */
    void save();

    /** All work since {@link #save} is undone. */
    void rollback();
}
