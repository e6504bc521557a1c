package org.stoatflow.streams.errors;

import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Configurable;

/**
 * Decides what happens to a record that cannot be serialized or sent. Called in the lane that serializes the record, or
 * in the thread that sends for all lanes; each has an instance of its own. Set with {@code
 * production.exception.handler}.
 */
public interface ProductionExceptionHandler extends Configurable {
    /**
     * Decides, the oldest way.
     *
     * @param record the serialized record
     * @param exception what happened
     * @return what to do
     * @throws UnsupportedOperationException by default
     * @deprecated implement {@link #handleError}
     */
    @Deprecated
    default ProductionExceptionHandlerResponse handle(ProducerRecord<byte[], byte[]> record, Exception exception) {
        throw new UnsupportedOperationException(getClass().getName() + " implements no method that handles errors");
    }

    /**
     * Decides, the old way. By default asks the oldest method.
     *
     * @param context where it happened
     * @param record the serialized record
     * @param exception what happened
     * @return what to do
     * @deprecated implement {@link #handleError}
     */
    @Deprecated
    default ProductionExceptionHandlerResponse handle(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        return handle(record, exception);
    }

    /**
     * Decides about a record that could not be sent. By default asks the old method.
     *
     * @param context where it happened
     * @param record the serialized record
     * @param exception what happened
     * @return what to do, and the dead letters
     */
    @SuppressWarnings("deprecation")
    default Response handleError(
            ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
        return new Response(Result.from(handle(context, record, exception)), List.of());
    }

    /**
     * Decides about a record that could not be serialized, the oldest way. Fails by default.
     *
     * @param record the record as it is
     * @param exception what happened
     * @return what to do
     * @deprecated implement {@link #handleSerializationError}
     */
    @SuppressWarnings("rawtypes")
    @Deprecated
    default ProductionExceptionHandlerResponse handleSerializationException(
            ProducerRecord record, Exception exception) {
        return ProductionExceptionHandlerResponse.FAIL;
    }

    /**
     * Decides about a record that could not be serialized, the old way. By default asks the oldest method.
     *
     * @param context where it happened
     * @param record the record as it is
     * @param exception what happened
     * @param origin which part could not be serialized
     * @return what to do
     * @deprecated implement {@link #handleSerializationError}
     */
    @SuppressWarnings("rawtypes")
    @Deprecated
    default ProductionExceptionHandlerResponse handleSerializationException(
            ErrorHandlerContext context,
            ProducerRecord record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        return handleSerializationException(record, exception);
    }

    /**
     * Decides about a record that could not be serialized. By default asks the old method.
     *
     * @param context where it happened
     * @param record the record as it is
     * @param exception what happened
     * @param origin which part could not be serialized
     * @return what to do, and the dead letters
     */
    @SuppressWarnings({"rawtypes", "deprecation"})
    default Response handleSerializationError(
            ErrorHandlerContext context,
            ProducerRecord record,
            Exception exception,
            SerializationExceptionOrigin origin) {
        return new Response(Result.from(handleSerializationException(context, record, exception, origin)), List.of());
    }

    /**
     * What to do with the record.
     *
     * @deprecated use {@link Result}
     */
    @Deprecated
    enum ProductionExceptionHandlerResponse {
        /** Drop the record and go on. */
        CONTINUE(0, "CONTINUE"),
        /** Fail. */
        FAIL(1, "FAIL"),
        /** Try again. */
        RETRY(2, "RETRY");

        /** A fixed name, which tools may rely on. */
        public final String name;

        /** A fixed number, which tools may rely on. */
        public final int id;

        ProductionExceptionHandlerResponse(int id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    /**
     * What to do with the record.
     */
    enum Result {
        /** Drop the record and go on. */
        RESUME(0, "RESUME"),
        /** Fail. */
        FAIL(1, "FAIL"),
        /** Try again; after an error that is not retriable, the same as failing. */
        RETRY(2, "RETRY");

        /** A fixed name, which tools may rely on. */
        public final String name;

        /** A fixed number, which tools may rely on. */
        public final int id;

        Result(int id, String name) {
            this.id = id;
            this.name = name;
        }

        private static Result from(ProductionExceptionHandlerResponse old) {
            return switch (old) {
                case CONTINUE -> RESUME;
                case FAIL -> FAIL;
                case RETRY -> RETRY;
            };
        }
    }

    /** Which part of a record could not be serialized. */
    enum SerializationExceptionOrigin {
        /** The key. */
        KEY,
        /** The value. */
        VALUE
    }

    /** An answer: what to do, and which records to write to dead letter topics. Immutable. */
    class Response {
        private final Result result;
        private final List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords;

        private Response(Result result, List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
            this.result = result;
            this.deadLetterQueueRecords =
                    deadLetterQueueRecords == null ? List.of() : Collections.unmodifiableList(deadLetterQueueRecords);
        }

        /**
         * Fails.
         *
         * @param deadLetterQueueRecords written before the failure; null for none
         * @return the answer
         */
        public static Response fail(List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
            return new Response(Result.FAIL, deadLetterQueueRecords);
        }

        /**
         * Fails.
         *
         * @return the answer
         */
        public static Response fail() {
            return fail(List.of());
        }

        /**
         * Drops the record and goes on.
         *
         * @param deadLetterQueueRecords written in its place; null for none
         * @return the answer
         */
        public static Response resume(List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords) {
            return new Response(Result.RESUME, deadLetterQueueRecords);
        }

        /**
         * Drops the record and goes on.
         *
         * @return the answer
         */
        public static Response resume() {
            return resume(List.of());
        }

        /**
         * Tries again.
         *
         * @return the answer
         */
        public static Response retry() {
            return new Response(Result.RETRY, List.of());
        }

        /**
         * What to do.
         *
         * @return the result
         */
        public Result result() {
            return result;
        }

        /**
         * What to write to dead letter topics.
         *
         * @return the records, in order; empty for none
         */
        public List<ProducerRecord<byte[], byte[]>> deadLetterQueueRecords() {
            return deadLetterQueueRecords;
        }
    }
}
