package org.stoatflow.runtime.sink;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.time.Clock;

/**
 * Sends records without a transaction, one after the other. No record waits longer for one that is not behind it than
 * the producer blocks once: a record whose topic is not there is refused, and its handler is asked at once. A record
 * that the producer has no room or no metadata for, though its topic may be there, is tried again, since what comes
 * behind it must not overtake it.
 *
 * <p>Threads: the committer's. Any thread stops it.
 */
final class FlowSender {
    private static final Logger LOG = LoggerFactory.getLogger(FlowSender.class);

    /** How long sending what is left at the end of a run may take, beside the one call that is under way. */
    private static final long REST_NS = TimeSpans.nanos(Duration.ofSeconds(3));

    private final Producer<byte[], byte[]> producer;
    private final OutputTopics topics;
    private final long patienceNs;
    private final Clock clock;
    private final Consumer<SentRecords> onRefused;
    private final Set<String> late = new HashSet<>(); // topics that the rest does not wait for once more
    private boolean resolving;
    private int next;

    /**
     * Shared. Written by: the dispatcher's thread. Read by: committer, between two records. Safe: volatile, one way;
     * what is not sent is left for the end. Proof: SharedFieldsTest.
     */
    private volatile boolean stopped;

    /**
     * @param patienceNs for how long a record is tried that the producer does not take though its topic is there
     * @param onRefused resolves the failed sends before the next record is sent
     */
    FlowSender(
            Producer<byte[], byte[]> producer,
            OutputTopics topics,
            long patienceNs,
            Clock clock,
            Consumer<SentRecords> onRefused) {
        this.producer = producer;
        this.topics = topics;
        this.patienceNs = patienceNs;
        this.clock = clock;
        this.onRefused = onRefused;
    }

    /** No other record is sent after the one that is being sent, but what is left at the end. Any thread. */
    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    /**
     * Sends the chosen records of an outbox. What the producer throws ends the run, once what was refused before has
     * been resolved.
     *
     * @return whether all of them are sent or refused; not where the sender is stopped
     */
    boolean send(SentRecords into, Outbox outbox, IntPredicate chosen) {
        for (int i = 0; i < outbox.size(); i++) {
            reached(i);
            if (stopped) {
                return false;
            }
            if (chosen.test(i) && !outbox.isDropped(i)) {
                if (!sendOrRefuse(into, outbox, i)) {
                    return false;
                }
                reached(i + 1);
                resolve(into);
            }
        }
        reached(outbox.size());
        return true;
    }

    private void reached(int index) {
        if (!resolving) {
            next = index;
        }
    }

    /** Of the outbox that was sent last: the index of the first record that is neither sent nor refused. */
    int next() {
        return next;
    }

    /** Resolves failed sends. The dead letters that come of it may be refused in their turn. */
    void resolve(SentRecords refused) {
        if (resolving) {
            return; // a dead letter is being sent
        }
        resolving = true;
        try {
            while (refused.isRefused()) {
                onRefused.accept(refused);
            }
        } finally {
            resolving = false;
        }
    }

    /** Sends records after the end of a run, as far as that takes no time. */
    void sendRest(SentRecords into, Outbox outbox, int from, long untilNs) {
        for (int i = from; i < outbox.size() && clock.nanos() - untilNs < 0; i++) {
            if (!outbox.isDropped(i) && !late.contains(outbox.topic(i))) {
                TimeoutException blocked = into.trySend(producer, outbox, i);
                if (blocked != null) {
                    late.add(outbox.topic(i));
                    LOG.warn("What is left for topic {} is not sent: {}", outbox.topic(i), blocked.getMessage());
                }
            }
        }
    }

    /** By when the rest has to be sent. */
    long restUntilNs() {
        return clock.nanos() + REST_NS;
    }

    /** @return false if the record is neither sent nor refused, since the run ends */
    private boolean sendOrRefuse(SentRecords into, Outbox outbox, int index) {
        String topic = outbox.topic(index);
        int partition = outbox.partition(index);
        AbsentTopicException absent = topics.absence(topic, partition);
        if (absent != null) {
            into.refuse(outbox, index, absent);
            return true;
        }
        TimeoutException blocked = trySend(into, outbox, index);
        if (blocked == null) {
            return true;
        }
        long sinceNs = clock.nanos();
        while (!stopped) {
            Exception reason = topics.explain(blocked, topic, partition);
            if (reason instanceof AbsentTopicException) {
                late.add(topic);
            }
            if (reason instanceof AbsentTopicException || clock.nanos() - sinceNs >= patienceNs) {
                into.refuse(outbox, index, reason);
                return true;
            }
            LOG.info("Topic {} does not take a record, and is tried again: {}", topic, blocked.getMessage());
            blocked = trySend(into, outbox, index);
            if (blocked == null) {
                return true;
            }
        }
        return false;
    }

    private @Nullable TimeoutException trySend(SentRecords into, Outbox outbox, int index) {
        try {
            return into.trySend(producer, outbox, index);
        } catch (RuntimeException thrown) {
            if (!stopped) {
                resolveBefore(thrown, into);
            }
            throw thrown;
        }
    }

    /** A producer that has failed for good says so of the record that met it first, and throws at the next. */
    private void resolveBefore(RuntimeException thrown, SentRecords refused) {
        try {
            resolve(refused);
        } catch (CommitFailure decided) {
            decided.addSuppressed(thrown);
            throw decided;
        }
    }
}
