package org.stoatflow.runtime.restoring;

/**
 * What is left behind in a partition between sub-topologies.
 *
 * @param at the partition
 * @param records committed records that are not processed: so many were counted
 * @param reached the offset up to which was counted; below the log's end where there are very many records, or where
 *     a transaction is open
 */
public record Leftover(GroupLog at, long records, long reached) {
    /** Whether all was counted that there is. */
    public boolean isCountedToTheEnd() {
        return reached >= at.log().end();
    }
}
