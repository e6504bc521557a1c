package org.stoatflow.runtime.sink;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.Producer;

/**
 * Producers with different transactional ids, used in turn, never two of them with an open transaction: producing again
 * on an id whose markers are still being written costs a 20 ms back-off in the broker. Owner: the committer's thread.
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

    /** The next transaction is another id's. */
    void takeTurns() {
        turn = (turn + 1) % producers.size();
    }

    /**
     * Aborts the transaction that is open. Every callback comes before it returns.
     *
     * @return why it could not be aborted, so that the producer is of no use any more; empty if it was
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
