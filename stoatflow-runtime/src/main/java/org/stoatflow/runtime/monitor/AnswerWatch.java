package org.stoatflow.runtime.monitor;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.WatchedTime;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.sink.AwaitedAnswers;

/**
 * The deadline of the answers that a committer waits for. A producer answers for each record within a time of its own,
 * if only by saying that there was no answer. So where not one answer comes for longer than that, its thread has ended
 * or is held up, and only new producers help. Each answer begins the time anew.
 *
 * <p>While the brokers are known not to answer, no time passes: the producer goes on by itself once they are back.
 * Owner: the dispatcher's thread.
 */
public final class AnswerWatch {
    /** How much longer than the producer says: its thread may get no processor for a while. */
    static final Duration MARGIN = Duration.ofSeconds(10);

    private final long limitNs;
    private final BooleanSupplier areBrokersSilent;
    private final Wakes wakes;
    private final WatchedTime waited = new WatchedTime();
    private @Nullable AwaitedAnswers awaited;
    private int missing;

    /**
     * @param answerWithin within what time the producer says what has become of a record
     * @param wakes interrupts the committer where the time is over
     */
    public AnswerWatch(Duration answerWithin, BooleanSupplier areBrokersSilent, Wakes wakes) {
        this.limitNs = TimeSpans.nanos(answerWithin.plus(MARGIN));
        this.areBrokersSilent = areBrokersSilent;
        this.wakes = wakes;
    }

    /**
     * Looks at what the committer waits for now.
     *
     * @param now null where it waits for no answers
     * @throws NoAnswerException if not one answer has come in time
     */
    @SuppressWarnings("ReferenceEquality") // other answers are others, whatever they equal
    void look(@Nullable AwaitedAnswers now, long nowNs) {
        int missingNow = now == null ? 0 : now.missing();
        if (now == null || now != awaited || missingNow != missing) {
            awaited = now;
            missing = missingNow;
            waited.begin(nowNs);
        } else if (areBrokersSilent.getAsBoolean()) {
            waited.skip(nowNs);
        } else if (waited.look(nowNs) >= limitNs) {
            wakes.interruptCommitter();
            throw new NoAnswerException("The producer has not said for " + TimeUnit.NANOSECONDS.toSeconds(limitNs)
                    + " s what has become of " + missing + " records, longer than its delivery.timeout.ms or"
                    + " transaction.timeout.ms allow. Its I/O thread has ended, or does not come back from an"
                    + " interceptor: look for an error of thread kafka-producer-network-thread before this."
                    + " The application goes on with new producers");
        }
    }
}
