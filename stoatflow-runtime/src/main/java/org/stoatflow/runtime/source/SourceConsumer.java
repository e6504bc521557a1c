package org.stoatflow.runtime.source;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.restore.ConsumerPosition;
import org.stoatflow.restore.PolledRecords;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Polls the main consumer, in all phases of an application: nothing else does.
 *
 * <p>Any thread with news for the dispatcher can end a poll that waits. No request is lost. No wakeup outlives the poll
 * that it was meant for either: the consumer would throw it out of its next call, whatever that call is.
 *
 * <p>A poll throws no {@link InvalidOffsetException}, whichever phase it is for. The consumer validates positions while
 * partitions are paused, too, and a call for one partition throws what it has found out of another.
 *
 * <p>Threads: the dispatcher polls; any thread wakes.
 */
public final class SourceConsumer {
    /** What polling and waking threads do until the next change. */
    private enum State {
        /** Nobody polls, and no thread has asked to wake the next poll. */
        IDLE,
        /** A thread has asked; the next poll will not wait. */
        ASKED,
        /** The dispatcher polls. */
        POLLING,
        /** The dispatcher polls, and another thread is about to wake the consumer. */
        WAKING,
        /** The dispatcher polls, and another thread has woken the consumer. */
        WOKEN
    }

    private static final Logger LOG = LoggerFactory.getLogger(SourceConsumer.class);
    private static final long MILLI_NS = 1_000_000;
    private static final long SETTLE_NS_MAX = 30_000_000_000L;
    private static final int SETTLE_SPINS = 1_000;
    private static final int SETTLE_LOOKS_MIN = 1_100;
    private static final int WAKEUP_POLLS_MAX = 100;

    private final Consumer<byte[], byte[]> consumer;
    private final long settleNsMax;
    private final GoneOffsets gone;
    private final ConsumerPosition positions;
    private boolean spoilt; // the dispatcher's
    private boolean hasNothing; // the dispatcher's
    private boolean mayHold; // the dispatcher's
    private BooleanSupplier isAhead = () -> false; // the dispatcher's

    /**
     * Shared. Written by: dispatcher and any waker. Read by: both. Safe: atomic reference. A waker wakes the consumer
     * only between the start and the end of a poll, and the dispatcher waits for it there, so that no wakeup is left
     * for the consumer's next call. Proof: ConsumerWakeProof.
     */
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

    /** @param consumer subscribed or assigned; nobody else polls it, or has it look up a position */
    public SourceConsumer(Consumer<byte[], byte[]> consumer) {
        this(consumer, SETTLE_NS_MAX);
    }

    /** @param settleNsMax how long after the poll has ended the waking thread may still be in the consumer's wakeup */
    SourceConsumer(Consumer<byte[], byte[]> consumer, long settleNsMax) {
        this.consumer = consumer;
        this.settleNsMax = settleNsMax;
        this.gone = new GoneOffsets(consumer);
        this.positions = new ConsumerPosition(consumer, gone::take);
    }

    /** The consumer, for all but polls. */
    public Consumer<byte[], byte[]> consumer() {
        return consumer;
    }

    /** What wraps the consumer keeps records back: it would hand them out when the next run has positioned it. */
    public void onKeptBack() {
        spoilt = true;
    }

    /**
     * Has polls bring nothing of partitions, between two runs. A consumer that refuses that is of no use to another
     * run.
     */
    public void pause(Collection<TopicPartition> partitions) {
        try {
            consumer.pause(partitions);
        } catch (RuntimeException failure) {
            spoilt = true;
            throw failure;
        }
    }

    /**
     * Says how to find out whether the consumer has gone further than what has come of it: asked at the end of a run.
     */
    void askWhetherAhead(BooleanSupplier question) {
        isAhead = question;
    }

    /** What wraps the consumer may hold records, until a poll brings nothing though no partition is paused. */
    private void noteHeld(ConsumerRecords<byte[], byte[]> polled) {
        if (hasNothing) {
            mayHold = mayHold && !consumer.paused().isEmpty();
        } else if (!PolledRecords.isTold(polled)) {
            mayHold = true;
        }
    }

    /**
     * Whether another run needs another consumer: its wrapper may keep records back, or a poll has thrown what may have
     * ended the thread that sends heartbeats. A poll throws what that thread has met, once, be it that the group
     * refuses it or that user code has thrown in it. The consumer makes no other before it joins again, and what the
     * thread was about to hand on is lost: it may fetch nothing any more.
     */
    public boolean isSpoilt() {
        return spoilt || mayHold && isAhead();
    }

    private boolean isAhead() {
        try {
            return isAhead.getAsBoolean();
        } catch (RuntimeException failure) {
            LOG.warn("The consumer does not say how far it has gone, and another one takes its place", failure);
            return true;
        }
    }

    /**
     * Polls for at most {@code waitNs}; does not wait if a thread has asked since the last poll. The wait is rounded up
     * to milliseconds, in which the client counts: the last part of a millisecond would otherwise be spent in polls
     * without a wait. Where partitions cannot go on, {@link #decideGone} says later where they do.
     */
    public ConsumerRecords<byte[], byte[]> poll(long waitNs) {
        boolean wait = state.getAndSet(State.POLLING) != State.ASKED;
        hasNothing = false;
        ConsumerRecords<byte[], byte[]> polled;
        try {
            polled = consumer.poll(
                    wait ? Duration.ofMillis(Math.ceilDiv(Math.max(0, waitNs), MILLI_NS)) : Duration.ZERO);
        } catch (WakeupException woken) { // which is used up
            if (!endPoll()) {
                state.set(State.IDLE);
            }
            return ConsumerRecords.empty();
        } catch (InvalidOffsetException invalid) { // it has moved no position: nothing that it has fetched is lost
            gone.take(invalid);
            return endPoll() ? ConsumerRecords.empty() : takeWakeup();
        } catch (Throwable failure) {
            // No thread of the consumer ends by an exception that passes.
            spoilt |= failure instanceof RuntimeException && !(failure instanceof RetriableException);
            takeWakeupBehind(failure);
            throw failure;
        }
        if (!endPoll()) {
            polled = PolledRecords.joined(polled, takeWakeup());
        }
        hasNothing = PolledRecords.hasNothing(polled);
        noteHeld(polled);
        return polled;
    }

    /**
     * Whether the last poll has returned, and has brought nothing: what wraps the consumer keeps no records back that
     * are before the consumer's own position, as it would have handed them out. A poll that was woken says nothing.
     */
    boolean hasNothing() {
        return hasNothing;
    }

    /** Whether no thread has woken the consumer in this poll. */
    private boolean endPoll() {
        if (state.compareAndSet(State.POLLING, State.IDLE)) {
            return true;
        }
        awaitWaker();
        state.set(State.ASKED);
        return false;
    }

    private void takeWakeupBehind(Throwable failure) {
        try {
            spoilt |= !endPoll() && takeWakeup().count() > 0; // they would be missing
        } catch (RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    /**
     * Waits for the moment that the waking thread is in the consumer's wakeup. It counts its looks too, since time may
     * have passed while this process was stopped.
     */
    private void awaitWaker() {
        long sinceNs = System.nanoTime();
        for (int looks = 0; state.get() == State.WAKING; looks++) {
            if (looks < SETTLE_SPINS) {
                Thread.onSpinWait();
            } else if (looks < SETTLE_LOOKS_MIN || System.nanoTime() - sinceNs < settleNsMax) {
                LockSupport.parkNanos(MILLI_NS);
            } else {
                spoilt = true; // it may still come, and what was polled is lost with this
                throw new IllegalStateException("a thread began to wake the consumer and has not come back for "
                        + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNs) + " ms");
            }
        }
    }

    /**
     * Uses up the wakeup, which the consumer throws before it polls anything. What wraps it may first hand out what it
     * has kept.
     *
     * @return what polls have brought before
     */
    private ConsumerRecords<byte[], byte[]> takeWakeup() {
        ConsumerRecords<byte[], byte[]> before = ConsumerRecords.empty();
        boolean isTaken = false;
        try {
            for (int polls = 0; polls < WAKEUP_POLLS_MAX && !isTaken; polls++) {
                ConsumerRecords<byte[], byte[]> more = consumer.poll(Duration.ZERO);
                isTaken = PolledRecords.hasNothing(more); // where the waking thread has failed
                before = PolledRecords.joined(before, more);
            }
        } catch (WakeupException expected) {
            isTaken = true;
        } catch (InvalidOffsetException invalid) { // of the poll before, what has come must go to its caller
            gone.take(invalid);
            isTaken = true;
        } finally {
            spoilt |= !isTaken; // the next call will throw it, or what has come is lost with the failure
        }
        return before;
    }

    /** Forgets which partitions cannot go on: the caller decides anew where all of them begin. */
    public void forgetGone() {
        gone.forget();
    }

    /** Forgets which partitions were begun anew: their positions are read from the group. */
    public void forgetMadeAnew() {
        gone.forgetMadeAnew();
    }

    /** Whether the partition was begun anew since its topic was made anew. */
    boolean isBegunAnew(TopicPartition partition) {
        return gone.isBegunAnew(partition);
    }

    /**
     * Moves the consumer to where those partitions go on that could not go on where they were. To be called before
     * records of a poll are asked for, and after each poll.
     *
     * @param planned the partitions of the plan
     * @return the partitions whose logs were cut
     * @throws StreamsException if a policy is {@code none}
     */
    public Map<TopicPartition, LogCut> decideGone(OffsetReset policies, Set<TopicPartition> planned) {
        if (gone.areNone()) { // asked twice in each step
            return Map.of();
        }
        Map<TopicPartition, LogCut> cut = new HashMap<>();
        int rounds = 1 + planned.size(); // the questions of one may find that another cannot go on
        for (int i = 0; i < rounds && !gone.areNone(); i++) {
            cut(gone.decide(policies, planned), policies.requestTimeout())
                    .forEach((partition, found) -> cut.merge(partition, found, LogCut::then));
        }
        cut.forEach((partition, how) -> {
            if (how.another()) {
                gone.begunAnew(partition);
            }
        });
        return cut;
    }

    private Map<TopicPartition, LogCut> cut(Map<TopicPartition, GoneOffsets.Cut> cuts, Duration timeout) {
        if (cuts.isEmpty()) {
            return Map.of();
        }
        Set<TopicPartition> partitions = cuts.keySet();
        Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions, timeout);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, timeout);
        Map<TopicPartition, LogCut> cut = new HashMap<>();
        cuts.forEach((partition, how) -> {
            long goesOnAt = position(partition, timeout);
            long start = starts.getOrDefault(partition, goesOnAt);
            long end = ends.getOrDefault(partition, goesOnAt);
            cut.put(partition, new LogCut(start, goesOnAt, how.leaderEpoch(), end, how.another()));
        });
        return cut;
    }

    /**
     * Where the consumer goes on in a partition; asks the cluster if need be.
     *
     * @param timeout bound of each request
     */
    public long position(TopicPartition partition, Duration timeout) {
        return positions.of(partition, timeout);
    }

    /** Where the consumer stands in partitions, as far as it knows; does not wait. */
    ConsumerPosition positions() {
        return positions;
    }

    /** Ends a poll that waits; if there is none, the next one does not wait. Any thread. */
    public void wake() {
        for (State now = state.get(); now == State.IDLE || now == State.POLLING; now = state.get()) {
            if (now == State.IDLE && state.compareAndSet(State.IDLE, State.ASKED)) {
                return;
            }
            if (now == State.POLLING && state.compareAndSet(State.POLLING, State.WAKING)) {
                try {
                    consumer.wakeup();
                } finally {
                    state.set(State.WOKEN); // else the dispatcher would wait for a thread that has failed
                }
                return;
            }
        }
    }
}
