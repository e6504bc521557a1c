package org.stoatflow.kernel.epoch;

/**
 * What one lane hands to the committer when the lane leaves an epoch. The committer knows its content; the epoch does
 * not.
 */
public interface Contribution {
    /** Serialized size of output and changelog records, in bytes. */
    long bytes();
}
