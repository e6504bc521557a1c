package org.stoatflow.kernel.epoch;

/**
 * What one lane hands to the committer when it leaves an epoch. The committer knows what is in it; an epoch does not.
 */
public interface Contribution {
    /** Serialized size of output and changelog records, in bytes. */
    long bytes();
}
