package org.stoatflow.kernel.error;

import java.util.function.Predicate;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Utils;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.streams.StreamsConfig;

/**
 * When a record whose processing failed is rolled back and run again, before its handler is asked.
 *
 * @param attemptsMax how often a record is run again at most; 0 for never
 * @param backoffNs wait before the first retry; the wait doubles each time
 * @param backoffMaxNs the longest wait
 * @param heldMax number of held records at which a lane takes no more batches
 * @param worthIt says which exceptions may pass; called by many threads
 */
public record RetryPolicy(
        int attemptsMax, long backoffNs, long backoffMaxNs, int heldMax, Predicate<Exception> worthIt) {
    /** The policy that runs no record again. */
    public static final RetryPolicy NEVER = new RetryPolicy(0, 0, 0, 0, failure -> false);

    private static final int DOUBLINGS_MAX = 30;

    public static RetryPolicy of(StreamsConfig config) {
        int attempts = StoatflowConfig.RETRY_ATTEMPTS_MAX.of(config);
        return attempts <= 0
                ? NEVER
                : new RetryPolicy(
                        attempts,
                        TimeSpans.nanos(StoatflowConfig.RETRY_BACKOFF.of(config)),
                        TimeSpans.nanos(StoatflowConfig.RETRY_BACKOFF_MAX.of(config)),
                        StoatflowConfig.RETRY_HELD_MAX.of(config),
                        rule(config));
    }

    @SuppressWarnings("unchecked") // the key's documentation asks for a predicate of exceptions
    private static Predicate<Exception> rule(StreamsConfig config) {
        Class<?> type = StoatflowConfig.RETRY_ON.of(config);
        Object made = Utils.newInstance(type);
        if (!(made instanceof Predicate)) {
            throw new ConfigException(
                    StoatflowConfig.RETRY_ON.key(),
                    type.getName(),
                    "must be a java.util.function.Predicate<Exception>");
        }
        if (made instanceof Configurable configurable) {
            configurable.configure(config.originals());
        }
        return (Predicate<Exception>) made;
    }

    public boolean isOn() {
        return attemptsMax > 0;
    }

    /**
     * Whether a record that has failed, after {@code attempts} retries so far, is run once more. A predicate that
     * throws says no: its exception goes with the failure, about which the handler decides.
     */
    @SuppressWarnings("ReferenceEquality") // an exception refuses to suppress itself, not one that is equal
    public boolean wants(Exception failure, int attempts) {
        try {
            return attempts < attemptsMax && worthIt.test(failure);
        } catch (Exception | StackOverflowError | LinkageError thrown) { // as by code of the user's for a record
            Exception broken = UserCodeError.asException(thrown);
            if (broken != failure) { // it may throw what it is told
                failure.addSuppressed(broken);
            }
            return false;
        }
    }

    /** How long a record waits for its next run after {@code attempts} retries so far. */
    public long waitNs(int attempts) {
        int doublings = Math.min(attempts, DOUBLINGS_MAX);
        return backoffNs > backoffMaxNs >> doublings ? backoffMaxNs : backoffNs << doublings;
    }
}
