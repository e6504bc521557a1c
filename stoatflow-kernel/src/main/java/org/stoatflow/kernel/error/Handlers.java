package org.stoatflow.kernel.error;

import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
    private static final Logger LOG = LoggerFactory.getLogger(Handlers.class);

    /** Texts of one callback, as Kafka Streams has them: its kind, what it was asked about, and what no answer is. */
    private record Callback(String kind, String about, String none) {}

    private static final Callback DESERIALIZATION =
            new Callback("deserialization", "deserialization", "Invalid DeserializationExceptionResponse response.");
    private static final Callback PROCESSING =
            new Callback("processing", "processing", "Invalid ProcessingExceptionHandler response.");
    private static final Callback SERIALIZATION =
            new Callback("production", "serialization", "Invalid ProductionExceptionHandler response.");
    private static final Callback PRODUCTION =
            new Callback("production", "production", "Invalid ProductionExceptionHandler response.");

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
        DeserializationExceptionHandler.Response response = answer(DESERIALIZATION, where, failure, () -> {
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
        ProcessingExceptionHandler.Response response = answer(PROCESSING, where, failure, () -> {
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
                        SERIALIZATION,
                        where,
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
                answer(PRODUCTION, where, failure, () -> production().handleError(where, record, failure)),
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
    private static <R> R answer(
            Callback callback, ErrorHandlerContext where, Exception failure, Supplier<@Nullable R> question) {
        try {
            return Objects.requireNonNull(question.get(), callback.none());
        } catch (Exception broken) { // user code, also in languages without checked exceptions
            if (broken != failure) { // it may throw what it is told
                broken.addSuppressed(failure);
            }
            String kind = callback.kind();
            String shown = Character.toUpperCase(kind.charAt(0)) + kind.substring(1);
            LOG.error(
                    "{} error callback failed after {} error for record: {}", shown, callback.about(), where, failure);
            throw HandlerFailedException.ofCallback(kind, broken);
        }
    }
}
