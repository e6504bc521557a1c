package org.stoatflow.kernel.error;

import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.DeserializationExceptionHandler;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import org.stoatflow.streams.processor.api.Record;

/**
 * Asks the user's handlers. A handler that throws or gives no answer is an error of its own, as in Kafka Streams.
 * Owner: one lane's thread, or the committer's.
 */
public final class Handlers {
    private static final String NO_PRODUCTION = "Invalid ProductionExceptionHandler response.";

    private final ErrorHandling errors;
    private @Nullable DeserializationExceptionHandler deserialization;
    private @Nullable ProcessingExceptionHandler processing;
    private @Nullable ProductionExceptionHandler production;

    Handlers(ErrorHandling errors) {
        this.errors = errors;
    }

    /** Asks about a record whose key or value cannot be deserialized. */
    public HandlerResponse onUnreadable(
            ErrorHandlerContext where, ConsumerRecord<byte[], byte[]> raw, Exception failure) {
        DeserializationExceptionHandler.Response response =
                answer("deserialization", "Invalid DeserializationExceptionResponse response.", failure, () -> {
                    DeserializationExceptionHandler handler = deserialization;
                    if (handler == null) {
                        handler = errors.deserialization().get();
                        deserialization = handler;
                    }
                    return handler.handleError(where, raw, failure);
                });
        return new HandlerResponse(
                switch (response.result()) {
                    case RESUME -> HandlerResponse.Decision.DROP;
                    case FAIL -> HandlerResponse.Decision.FAIL;
                },
                response.deadLetterQueueRecords());
    }

    /** Asks about an exception of a processor, or of a punctuator, which has no record. */
    public HandlerResponse onProcessing(ErrorHandlerContext where, @Nullable Record<?, ?> given, Exception failure) {
        ProcessingExceptionHandler.Response response =
                answer("processing", "Invalid ProcessingExceptionHandler response.", failure, () -> {
                    ProcessingExceptionHandler handler = processing;
                    if (handler == null) {
                        handler = errors.processing().get();
                        processing = handler;
                    }
                    return handler.handleError(where, given, failure);
                });
        return new HandlerResponse(
                switch (response.result()) {
                    case RESUME -> HandlerResponse.Decision.DROP;
                    case FAIL -> HandlerResponse.Decision.FAIL;
                },
                response.deadLetterQueueRecords());
    }

    /** Asks about a record that cannot be serialized. There is nothing to send again, so RETRY counts as FAIL. */
    public HandlerResponse onUnserializable(
            ErrorHandlerContext where,
            ProducerRecord<?, ?> record,
            Exception failure,
            SerializationExceptionOrigin origin) {
        return handlerResponse(
                answer(
                        "production",
                        NO_PRODUCTION,
                        failure,
                        () -> production().handleSerializationError(where, record, failure, origin)),
                false);
    }

    /**
     * Asks about a record that the broker or the producer did not take. RETRY counts as FAIL unless the error may pass.
     */
    public HandlerResponse onRefused(
            ErrorHandlerContext where, ProducerRecord<byte[], byte[]> record, Exception failure) {
        return handlerResponse(
                answer("production", NO_PRODUCTION, failure, () -> production().handleError(where, record, failure)),
                failure instanceof RetriableException);
    }

    private ProductionExceptionHandler production() {
        ProductionExceptionHandler handler = production;
        if (handler == null) {
            handler = errors.production().get();
            production = handler;
        }
        return handler;
    }

    private static HandlerResponse handlerResponse(ProductionExceptionHandler.Response response, boolean mayPass) {
        return new HandlerResponse(
                switch (response.result()) {
                    case RESUME -> HandlerResponse.Decision.DROP;
                    case FAIL -> HandlerResponse.Decision.FAIL;
                    case RETRY -> mayPass ? HandlerResponse.Decision.RETRY : HandlerResponse.Decision.FAIL;
                },
                response.deadLetterQueueRecords());
    }

    @SuppressWarnings("ReferenceEquality") // an exception refuses to suppress itself, not one that is equal
    private static <R> R answer(String kind, String none, Exception failure, Supplier<@Nullable R> question) {
        try {
            return Objects.requireNonNull(question.get(), none);
        } catch (Exception broken) { // user code, also in languages without checked exceptions
            if (broken != failure) { // it may throw what it is told
                broken.addSuppressed(failure);
            }
            throw new HandlerFailedException("Fatal user code error in " + kind + " error callback: " + broken, broken);
        }
    }
}
