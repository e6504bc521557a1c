package org.stoatflow.runtime.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.Producer;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;

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

    /**
     * The records that the current producer cannot send, since their topic is not there or nobody tells it of the
     * topic. Asked before a transaction is begun: a transaction in which the producer waits for a topic may time out,
     * and one record that cannot be sent is the end of it.
     */
    List<SendFailure> refusedAhead(List<LaneContribution> contributions) {
        Map<String, Integer> greatestPartition = new HashMap<>();
        for (LaneContribution contribution : contributions) {
            Outbox outbox = contribution.outbox();
            for (int i = 0; i < outbox.size(); i++) {
                if (!outbox.isDropped(i)) {
                    greatestPartition.merge(outbox.topic(i), outbox.partition(i), Math::max);
                }
            }
        }
        Map<String, Exception> reasons = new HashMap<>();
        greatestPartition.forEach((topic, partition) -> {
            Exception reason = topics.await(current(), topic, partition);
            if (reason != null) {
                reasons.put(topic, reason);
            }
        });
        return reasons.isEmpty() ? List.of() : refused(contributions, reasons);
    }

    private List<SendFailure> refused(List<LaneContribution> contributions, Map<String, Exception> reasons) {
        List<SendFailure> refused = new ArrayList<>();
        for (LaneContribution contribution : contributions) {
            Outbox outbox = contribution.outbox();
            for (int i = 0; i < outbox.size(); i++) {
                Exception ofTopic = reasons.get(outbox.topic(i));
                if (ofTopic == null || outbox.isDropped(i)) {
                    continue;
                }
                boolean isAbsent = ofTopic instanceof AbsentTopicException;
                Exception reason = isAbsent
                        ? topics.absence(outbox.topic(i), outbox.partition(i)) // other partitions may be there
                        : ofTopic;
                if (reason != null) {
                    refused.add(new SendFailure(outbox, i, outbox.record(i), reason));
                }
                if (!isAbsent) { // says nothing of the records behind this one, which may pass in the next attempt
                    reasons.remove(outbox.topic(i));
                }
            }
        }
        return refused;
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
