package org.stoatflow.spi;

import java.util.function.Predicate;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * The errors after which a record is run again by default ({@code stoatflow.retry.on}): Kafka's {@link
 * RetriableException}, thrown or as the cause of the thrown exception. Safe for use by any thread.
 */
public final class RetriableErrors implements Predicate<Exception> {
    private static final int CAUSES_MAX = 20;

    /** Creates the rule. */
    public RetriableErrors() {}

    @Override
    public boolean test(Exception failure) {
        @Nullable Throwable cause = failure;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (cause instanceof RetriableException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
