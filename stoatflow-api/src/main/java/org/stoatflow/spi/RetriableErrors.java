package org.stoatflow.spi;

import java.util.function.Predicate;
import org.apache.kafka.common.errors.RetriableException;

/**
 * The errors after which a record is run again by default ({@code stoatflow.retry.on}): Kafka's {@link
 * RetriableException}, thrown or as the cause of the thrown exception. Safe for use by any thread.
 */
public final class RetriableErrors implements Predicate<Exception> {
    /** Creates the rule. */
    public RetriableErrors() {}

    @Override
    public boolean test(Exception failure) {
        return Causes.has(failure, RetriableException.class);
    }
}
