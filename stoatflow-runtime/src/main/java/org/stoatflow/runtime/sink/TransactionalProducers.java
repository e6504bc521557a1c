package org.stoatflow.runtime.sink;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.Producer;

/**
 * Producers with different transactional ids. They take turns, and never two of them have an open transaction. Writing
 * again with an id whose markers are not all written costs a back-off of 20 ms in the broker. Owner: the committer's
 * thread.
 */
final class TransactionalProducers {
    private final List<Producer<byte[], byte[]>> producers;
    private int turn;

    /** @param producers initialised for transactions */
    TransactionalProducers(List<Producer<byte[], byte[]>> producers) {
        this.producers = List.copyOf(producers);
    }

    Producer<byte[], byte[]> current() {
        return producers.get(turn);
    }

    /** Makes the next producer the current one. */
    void takeTurns() {
        turn = (turn + 1) % producers.size();
    }

    /**
     * Aborts the open transaction. Every callback has come before this returns.
     *
     * @return the reason if the transaction could not be aborted, so that the producer is of no use any more; else
     *     empty
     */
    Optional<RuntimeException> abort() {
        try {
            current().abortTransaction();
            return Optional.empty();
        } catch (RuntimeException notAborted) {
            return Optional.of(notAborted);
        }
    }
}
