package org.stoatflow.runtime.cluster;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.streams.errors.StreamsException;

/**
 * Requests by Kafka's admin client. Each is waited for no longer than a limit; where it is over, the cluster counts as
 * one that does not answer. Any thread.
 */
public final class AdminRequests {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Admin admin;
    private final String bootstrapServers;
    private final Duration limit;

    /** @param limit how long the cluster may take for one request */
    public AdminRequests(Admin admin, String bootstrapServers, Duration limit) {
        this.admin = admin;
        this.bootstrapServers = bootstrapServers;
        this.limit = limit;
    }

    public Admin admin() {
        return admin;
    }

    public Duration limit() {
        return limit;
    }

    /**
     * The result of a request.
     *
     * @param doing says of what, as in "listing topics"
     * @throws NoAnswerException if there is none in time
     * @throws StreamsException if the request failed
     */
    public <T> T answer(KafkaFuture<T> future, String doing) {
        try {
            return answerOrCause(future, doing);
        } catch (ExecutionException failure) {
            throw failed(doing, failure.getCause());
        }
    }

    /** The result, or null if the request failed as expected. */
    public <T> @Nullable T answerUnless(KafkaFuture<T> future, String doing, Class<? extends Exception> expected) {
        try {
            return answerOrCause(future, doing);
        } catch (ExecutionException failure) {
            if (expected.isInstance(failure.getCause())) {
                return null;
            }
            throw failed(doing, failure.getCause());
        }
    }

    /** The same, for callers who know what some causes mean. */
    public <T> T answerOrCause(KafkaFuture<T> future, String doing) throws ExecutionException {
        try {
            return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof org.apache.kafka.common.errors.TimeoutException late) {
                throw noAnswer(doing, late);
            }
            throw failure;
        } catch (java.util.concurrent.TimeoutException late) {
            throw noAnswer(doing, late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StreamsException("Interrupted while " + doing, stopped);
        }
    }

    /** The exception for a request that failed. */
    public StreamsException failed(String doing, @Nullable Throwable cause) {
        return new StreamsException(
                "Failed at " + doing + ": " + (cause == null ? "no reason is given" : cause.getMessage()), cause);
    }

    private StreamsException noAnswer(String doing, Throwable cause) {
        return new NoAnswerException(
                "No answer from the Kafka cluster at bootstrap.servers=" + bootstrapServers + " within "
                        + limit.toMillis() + " ms, while " + doing
                        + ". Check that the brokers run and can be reached from here",
                cause);
    }

    /** Waits until something holds; {@code otherwise} is the failure's message. */
    public void await(BooleanSupplier condition, String otherwise, Duration longest) {
        long endNs = System.nanoTime() + TimeSpans.nanos(longest);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - endNs >= 0) {
                throw new StreamsException(otherwise + " after " + longest.toSeconds() + " s. Run it again");
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new StreamsException("Interrupted: " + otherwise, interrupted);
            }
        }
    }
}
