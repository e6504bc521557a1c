package org.stoatflow.kernel.error;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;

/**
 * How an application handles records that fail. Suppliers make the handlers, because each lane and the committer has
 * handlers of its own, as each task of Kafka Streams has. So a handler need not be safe for use by many threads; this
 * class is.
 *
 * @param retry when a failed record is run again before its handler is asked
 * @param sendAttemptsMax how often the same output is sent at most if a production handler says RETRY
 */
public record ErrorHandling(
        Supplier<DeserializationExceptionHandler> deserialization,
        Supplier<ProcessingExceptionHandler> processing,
        Supplier<ProductionExceptionHandler> production,
        RetryPolicy retry,
        int sendAttemptsMax) {
    /** The default handlers: every error ends the run. */
    public static final ErrorHandling FAILING = new ErrorHandling(
            LogAndFailExceptionHandler::new,
            LogAndFailProcessingExceptionHandler::new,
            DefaultProductionExceptionHandler::new,
            RetryPolicy.NEVER,
            1);

    /**
     * Reads the configuration. Makes one handler of each kind at once, so that a handler that cannot be made is an
     * error at the start and not at the first bad record.
     */
    public static ErrorHandling of(StreamsConfig config) {
        return new ErrorHandling(
                firstMadeNow(config::deserializationExceptionHandler),
                firstMadeNow(config::processingExceptionHandler),
                firstMadeNow(config::productionExceptionHandler),
                RetryPolicy.of(config),
                StoatflowConfig.SEND_ATTEMPTS_MAX.of(config));
    }

    private static <H> Supplier<H> firstMadeNow(Supplier<H> maker) {
        AtomicReference<@Nullable H> first = new AtomicReference<>(maker.get());
        return () -> {
            H made = first.getAndSet(null);
            return made == null ? maker.get() : made;
        };
    }

    /** Gives one lane, or the committer, its handlers. They are made when the first record fails. */
    public Handlers handlers() {
        return new Handlers(this);
    }
}
