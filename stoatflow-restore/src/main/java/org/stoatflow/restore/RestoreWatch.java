package org.stoatflow.restore;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.errors.StreamsException;

/** Watches that a restore goes on: says for what it waits, and bounds the wait. Thread: the restorer's. */
final class RestoreWatch {
    private static final Logger LOG = LoggerFactory.getLogger(RestoreWatch.class);

    /** How long nothing is read before it is looked whether a transaction is waited for. */
    private static final long TELL_AFTER_MS = 1_000;

    private final ChangelogReader reader;
    private final RestoreSettings settings;
    private long lastProgressMs;
    private long lookedAtMs;
    private boolean hasProgressed; // in the step that goes on, or in the last one
    private boolean toldOfTransaction;

    RestoreWatch(ChangelogReader reader, RestoreSettings settings) {
        this.reader = reader;
        this.settings = settings;
    }

    /** Leaves out the time of the step before, if it has come further: it may have been writing all the while. */
    void begin(long nowMs) {
        if (hasProgressed) {
            lastProgressMs = nowMs;
            lookedAtMs = nowMs;
            hasProgressed = false;
        }
    }

    void progressed(long nowMs) {
        lastProgressMs = nowMs;
        lookedAtMs = nowMs;
        hasProgressed = true;
    }

    /** Leaves out time in which nobody looked: the process stood still, a write took long, or the clock was put. */
    private void leaveOutGap(long nowMs) {
        long gapMs = nowMs - lookedAtMs;
        if (gapMs < 0 || gapMs > settings.requestTimeout().toMillis()) {
            lastProgressMs += gapMs;
        }
        lookedAtMs = nowMs;
    }

    /** Whether nothing has come for a while. */
    boolean isSilent(long nowMs) {
        return nowMs - lastProgressMs >= TELL_AFTER_MS;
    }

    /**
     * Looks at the tasks that have an end.
     *
     * @throws StreamsException if nothing was read of them for the no-progress timeout
     */
    void look(Collection<RunningTask> ending, long nowMs) {
        leaveOutGap(nowMs);
        if (!ending.isEmpty()) {
            requireProgress(ending, nowMs);
            tellOfTransaction(ending, nowMs);
        }
    }

    private void requireProgress(Collection<RunningTask> ending, long nowMs) {
        if (nowMs - lastProgressMs >= settings.noProgressTimeout().toMillis()) {
            RunningTask task = ending.iterator().next();
            throw new StreamsException("Restore read nothing for " + (nowMs - lastProgressMs)
                    + " ms and stopped; it waits for " + ending.size() + " partitions, one is " + task.task()
                    + ", at offset " + task.position()
                    + ". Look whether the brokers that lead these partitions can be reached, and whether a"
                    + " transaction is left open there");
        }
    }

    private void tellOfTransaction(Collection<RunningTask> ending, long nowMs) {
        if (toldOfTransaction || !isSilent(nowMs)) {
            return;
        }
        Map<TopicPartition, Long> stable;
        try {
            stable = reader.endsOf(
                    ending.stream().map(task -> task.task().topicPartition()).toList());
        } catch (TimeoutException failure) {
            LOG.debug("Restore waits for the brokers", failure);
            return;
        }
        for (RunningTask task : ending) {
            RestoreTask waiting = task.task();
            if (stable.getOrDefault(waiting.topicPartition(), waiting.to()) <= task.read()) {
                toldOfTransaction = true;
                LOG.warn(
                        "Restore of {} waits at offset {}: a transaction is open there, left by an owner that has died,"
                                + " and what is behind it may be committed. The brokers end it after the"
                                + " transaction.timeout.ms of that owner. The restore goes on then by itself, and gives"
                                + " up after {} ms",
                        waiting,
                        task.read(),
                        settings.noProgressTimeout().toMillis());
                return;
            }
        }
    }
}
