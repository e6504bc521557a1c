package org.stoatflow.runtime.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.Producer;

/**
 * Producers with different transactional ids. They take turns, and never two of them have an open transaction. Writing
 * again with an id whose markers are not all written costs a back-off of 20 ms in the broker. Owner: the committer's
 * thread.
 */
public final class TransactionalProducers {
    private final List<Producer<byte[], byte[]>> producers;
    private final UnaryOperator<Producer<byte[], byte[]>> renewal;
    private final OutputTopics topics;
    private boolean renewed;
    private int turn;

    /**
     * @param producers initialised for transactions
     * @param renewal closes a producer, and makes another one that is initialised with the same id
     * @param topics knows which topics are there
     */
    public TransactionalProducers(
            List<Producer<byte[], byte[]>> producers,
            UnaryOperator<Producer<byte[], byte[]>> renewal,
            OutputTopics topics) {
        this.producers = new ArrayList<>(producers);
        this.renewal = renewal;
        this.topics = topics;
    }

    OutputTopics topics() {
        return topics;
    }

    Producer<byte[], byte[]> current() {
        return producers.get(turn);
    }

    /** Makes the next producer the current one. */
    void takeTurns() {
        turn = (turn + 1) % producers.size();
    }

    /**
     * Replaces the current producer by another one. That aborts the open transaction for certain, whatever the producer
     * is doing: its id is initialised again.
     */
    void renew() {
        renewed = true;
        producers.set(turn, renewal.apply(current()));
    }

    /** Whether the producers are others than in the beginning. */
    boolean areRenewed() {
        return renewed;
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
