package org.stoatflow.kernel.record;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.LaneCounters;
import org.stoatflow.kernel.error.ErrorContext;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.HandlerFailedException;
import org.stoatflow.kernel.error.HandlerResponse;
import org.stoatflow.kernel.error.Handlers;
import org.stoatflow.kernel.error.PassesHandlers;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.outbox.SendingNode;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.Record;

/**
 * Decides about the records that fail in one lane: a record is run again if the retry policy says so, else the user's
 * handler decides. A method returns if the record is dropped at this node, and throws otherwise. Owner: the lane's
 * thread.
 */
public final class RecordErrors {
    private final RecordCursor cursor;
    private final LaneOutput output;
    private final LaneCounters counters;
    private final RetryPolicy policy;
    private final Handlers handlers;
    private final BooleanSupplier over;
    private boolean mayRetry;
    private int attempts;
    private @Nullable RetryRequest requested;

    /**
     * @param over whether the lane's run is over: the record is processed again then, so that nobody decides about a
     *     failure. The call may have been interrupted for that
     */
    public RecordErrors(
            ErrorHandling errors, RecordCursor cursor, LaneOutput output, LaneCounters counters, BooleanSupplier over) {
        this.over = over;
        this.cursor = cursor;
        this.output = output;
        this.counters = counters;
        this.policy = errors.retry();
        this.handlers = errors.handlers();
    }

    // ---- retries

    /**
     * A record begins that can be rolled back. The record was run again {@code attemptsSoFar} times, this run included.
     */
    public void begin(int attemptsSoFar) {
        mayRetry = true;
        attempts = attemptsSoFar;
        requested = null;
    }

    /** The record is done or has failed. Work from now on cannot be rolled back. */
    public void end() {
        mayRetry = false;
        requested = null;
    }

    /**
     * Whether the record is to be rolled back and run again; true also if user code has caught the {@link
     * RetryRequest}.
     */
    public boolean isRetryRequested() {
        return requested != null;
    }

    private void retryIfWorthIt(String node, Exception failure) {
        StateDiskException.passOn(failure);
        PassesHandlers.passOnBehind(failure);
        output.passOnWhatStopped();
        if (over.getAsBoolean()) {
            throw new HandlerFailedException("Processor " + node + " failed after the end of its run", failure);
        }
        if (requested != null) {
            throw requested; // user code has caught the request, and thrown something else
        }
        if (mayRetry && policy.wants(failure, attempts)) {
            RetryRequest request = new RetryRequest(node, failure);
            requested = request;
            throw request;
        }
    }

    // ---- handlers

    /** Decides about a record that a deserializer cannot read. */
    public void onUnreadable(
            String node, ConsumerRecord<byte[], byte[]> raw, Deserializer<?> deserializer, Exception failure) {
        retryIfWorthIt(node, failure);
        ErrorContext where = new ErrorContext(
                raw.topic(),
                raw.partition(),
                raw.offset(),
                raw.headers(),
                node,
                cursor.taskId(),
                raw.timestamp(),
                raw.key(),
                raw.value());
        HandlerResponse verdict = handlers.onUnreadable(where, raw, failure);
        sendDeadLetters(verdict, node);
        if (verdict.decision() != HandlerResponse.Decision.DROP) {
            throw new HandlerFailedException(
                    "The record at topic " + raw.topic() + ", partition " + raw.partition() + ", offset " + raw.offset()
                            + " cannot be read by " + deserializer.getClass().getName() + " (source " + node
                            + "). Deserialization exception handler is set to fail upon a deserialization error. If you"
                            + " would rather have the streaming pipeline continue after a deserialization error, please"
                            + " set the deserialization.exception.handler appropriately; or give the source serdes that"
                            + " fit the topic",
                    failure);
        }
        drop(ErrorDrop.UNREADABLE, where, failure);
    }

    /** Decides about an exception of a processor, or of a punctuator, which has no record. */
    public void onProcessing(String node, @Nullable Record<?, ?> given, Exception failure) {
        retryIfWorthIt(node, failure);
        ErrorContext where = where(node);
        HandlerResponse verdict =
                handlers.onProcessing(where, given == null ? null : RecordAccess.twin(given), failure);
        sendDeadLetters(verdict, node);
        if (verdict.decision() != HandlerResponse.Decision.DROP) {
            throw new HandlerFailedException(
                    (given == null
                                    ? "Exception caught while punctuating processor '" + node + "'"
                                    : "Processor " + node)
                            + " failed: " + failure + ". Processing exception handler is set to fail upon a processing"
                            + " error. If you would rather have the streaming pipeline continue after a processing"
                            + " error, please set the processing.exception.handler appropriately, and"
                            + " errors.dead.letter.queue.topic.name to keep what is left out",
                    failure);
        }
        drop(ErrorDrop.PROCESSING, where, failure);
    }

    /** Decides about a record that a serializer of a sink or hop cannot write. */
    public void onUnserializable(
            String node, ProducerRecord<?, ?> record, Exception failure, SerializationExceptionOrigin origin) {
        retryIfWorthIt(node, failure);
        ErrorContext where = where(node);
        HandlerResponse verdict = handlers.onUnserializable(where, record, failure, origin);
        sendDeadLetters(verdict, node);
        if (verdict.decision() != HandlerResponse.Decision.DROP) {
            // As in Kafka Streams, the handler may be asked about this exception for the processor above.
            throw new StreamsException(
                    unserializable(record, failure)
                            + ": the " + (origin == SerializationExceptionOrigin.KEY ? "key" : "value")
                            + " of a record to topic " + record.topic() + " cannot be serialized (" + where + ")",
                    failure);
        }
        drop(ErrorDrop.UNSERIALIZABLE, where, failure);
    }

    /** What Kafka Streams says of such a record. */
    private static String unserializable(ProducerRecord<?, ?> record, Exception failure) {
        return failure instanceof ClassCastException
                ? "ClassCastException while producing data to topic " + record.topic()
                : "Unable to serialize record. ProducerRecord(topic=[" + record.topic() + "], partition=["
                        + record.partition() + "], timestamp=[" + record.timestamp() + "])";
    }

    /** Drops a record to which the extractor of a source gave a negative timestamp. */
    public void onNoTimestamp(long timestamp) {
        drop(ErrorDrop.NO_TIMESTAMP, cursor.describe(), "the extractor gave " + timestamp);
    }

    /** Drops a record that was left in the topic of a hop, with a negative timestamp. */
    public void onNoTimestampLeft(long timestamp) {
        drop(ErrorDrop.NO_TIMESTAMP, cursor.describe(), "the record has timestamp " + timestamp);
    }

    /** Drops a record for which the partitioner of a sink or hop chose no partition. */
    public void onNoPartition(String node, String topic) {
        drop(ErrorDrop.NO_PARTITION, node, "the partitioner chose no partition of " + topic);
    }

    private void drop(ErrorDrop reason, Object where, Object why) {
        counters.onFault(reason, cursor.lanePartition(), where, why);
    }

    private ErrorContext where(String node) {
        return new ErrorContext(
                cursor.topic(),
                cursor.partition(),
                cursor.offset(),
                cursor.headers(),
                node,
                cursor.taskId(),
                cursor.timestamp(),
                cursor.sourceRawKey(),
                cursor.sourceRawValue());
    }

    private void sendDeadLetters(HandlerResponse verdict, String node) {
        List<ProducerRecord<byte[], byte[]>> letters = verdict.deadLetters();
        if (!letters.isEmpty()) {
            SendingNode sender = cursor.sender(node, true);
            for (ProducerRecord<byte[], byte[]> letter : letters) {
                output.appendDeadLetter(letter, sender, cursor.topic(), cursor.partition(), cursor.offset());
            }
        }
    }
}
