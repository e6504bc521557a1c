package org.stoatflow.streams.errors;

import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Configurable;
import org.stoatflow.streams.processor.ProcessorContext;

/**
 * Decides what happens to a record whose key or value cannot be deserialized. Called in the lane that read the record,
 * which has an instance of its own; it is made when the lane's first record fails. Set with {@code
 * deserialization.exception.handler}.
 */
public interface DeserializationExceptionHandler extends Configurable {
    /**
     * Decides, the oldest way. The context knows the task and where the record came from; its other methods throw an
     * {@link UnsupportedOperationException}.
     *
     * @param context where it happened
     * @param record the record as it was read
     * @param exception what happened
     * @return what to do
     * @throws UnsupportedOperationException by default
     * @deprecated implement {@link #handleError}
     */
    @Deprecated
    default DeserializationHandlerResponse handle(
            ProcessorContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        throw new UnsupportedOperationException(getClass().getName() + " implements no method that handles errors");
    }

    /**
     * Decides, the old way. By default asks the oldest method.
     *
     * @param context where it happened
     * @param record the record as it was read
     * @param exception what happened
     * @return what to do
     * @deprecated implement {@link #handleError}
     */
    @Deprecated
    default DeserializationHandlerResponse handle(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        return handle(new ErrorProcessorContext(context), record, exception);
    }

    /**
     * Decides. By default asks the old method.
     *
     * @param context where it happened
     * @param record the record as it was read
     * @param exception what happened
     * @return what to do, and the dead letters
     */
    @SuppressWarnings("deprecation")
    default Response handleError(
            ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
        return new Response(Result.from(handle(context, record, exception)), List.of());
    }

    /**
     * What to do with the record.
     *
     * @deprecated use {@link Result}
     */
    @Deprecated
    enum DeserializationHandlerResponse {
        /** Drop the record and go on. */
        CONTINUE(0, "CONTINUE"),
        /** Fail. */
        FAIL(1, "FAIL");

        /** A fixed name, which tools may rely on. */
        public final String name;

        /** A fixed number, which tools may rely on. */
        public final int id;

        DeserializationHandlerResponse(int id, String name) {
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
        FAIL(1, "FAIL");

        /** A fixed name, which tools may rely on. */
        public final String name;

        /** A fixed number, which tools may rely on. */
        public final int id;

        Result(int id, String name) {
            this.id = id;
            this.name = name;
        }

        private static Result from(DeserializationHandlerResponse old) {
            return switch (old) {
                case CONTINUE -> RESUME;
                case FAIL -> FAIL;
            };
        }
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
