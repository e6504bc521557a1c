package org.stoatflow.topology;

/** A processor supplier that says whether results for one key depend on the records of others. */
public interface WholePartition {
    /**
     * Whether a processor has to be given all records of a partition, in their order.
     *
     * @return whether its stage has to run by partition
     */
    boolean needsWholePartition();
}
