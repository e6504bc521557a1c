package org.stoatflow.runtime.restoring;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.restore.LogRange;

/**
 * A partition, and where the application's group stands in it.
 *
 * @param log what it holds
 * @param committed the group's committed offset; null where there is none
 */
public record GroupLog(
        TopicPartition partition, LogRange log, @Nullable Long committed) {
    /**
     * Where the application goes on in a topic between sub-topologies: at the committed offset, or where the log begins
     * if that is not in the log.
     */
    public long from() {
        return committed == null || committed < log.begin() || committed > log.end() ? log.begin() : committed;
    }

    /** Whether there is nothing behind the place where the application goes on. */
    public boolean isAtEnd() {
        return from() >= log.end();
    }
}
