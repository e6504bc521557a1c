package org.stoatflow.kernel.record;

import java.util.List;
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
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.outbox.SendingNode;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.streams.errors.ProductionExceptionHandler.SerializationExceptionOrigin;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.Record;

/**
 * What becomes of the records that fail in one lane: run again where the policy says so, else as the user's handler
 * decides. The methods return where the record is left out from there on, and throw otherwise. Owner: the lane's
 * thread.
 */
public final class RecordErrors {
    private final RecordCursor cursor;
    private final LaneOutput output;
    private final LaneCounters counters;
    private final RetryPolicy policy;
    private final Handlers handlers;
    private boolean mayRetry;
    private int attempts;
    private @Nullable RetryRequest requested;

    public RecordErrors(ErrorHandling errors, RecordCursor cursor, LaneOutput output, LaneCounters counters) {
        this.cursor = cursor;
        this.output = output;
        this.counters = counters;
        this.policy = errors.retry();
        this.handlers = errors.handlers();
    }

    // ---- retries

    /** A record begins that can be rolled back; it was run {@code attemptsSoFar} times before. */
    public void begin(int attemptsSoFar) {
        mayRetry = true;
        attempts = attemptsSoFar;
        requested = null;
    }

    /** The record is done, or has failed; what comes now cannot be rolled back. */
    public void end() {
        mayRetry = false;
        requested = null;
    }

    /** Whether the record is to be rolled back and run again; true also if user code has caught what said so. */
    public boolean isRetryRequested() {
        return requested != null;
    }

    private void retryIfWorthIt(String node, Exception failure) {
        if (requested != null) {
            throw requested; // user code has caught it, and thrown something else
        }
        if (mayRetry && policy.wants(failure, attempts)) {
            RetryRequest request = new RetryRequest(node, failure);
            requested = request;
            throw request;
        }
    }

    // ---- handlers

    /** A deserializer threw. */
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
                            + "), and the deserialization exception handler"
                            + " says FAIL. Give the source serdes that fit the topic, or set"
                            + " deserialization.exception.handler",
                    failure);
        }
        drop(ErrorDrop.UNREADABLE, where, failure);
    }

    /** A processor threw, or a punctuator, which has no record. */
    public void onProcessing(String node, @Nullable Record<?, ?> given, Exception failure) {
        retryIfWorthIt(node, failure);
        ErrorContext where = where(node);
        HandlerResponse verdict =
                handlers.onProcessing(where, given == null ? null : RecordAccess.twin(given), failure);
        sendDeadLetters(verdict, node);
        if (verdict.decision() != HandlerResponse.Decision.DROP) {
            throw new HandlerFailedException("Processor " + node + " failed: " + failure, failure);
        }
        drop(ErrorDrop.PROCESSING, where, failure);
    }

    /** A serializer of a sink or hop threw. */
    public void onUnserializable(
            String node, ProducerRecord<?, ?> record, Exception failure, SerializationExceptionOrigin origin) {
        retryIfWorthIt(node, failure);
        ErrorContext where = where(node);
        HandlerResponse verdict = handlers.onUnserializable(where, record, failure, origin);
        sendDeadLetters(verdict, node);
        if (verdict.decision() != HandlerResponse.Decision.DROP) {
            // As in Kafka Streams, the processor above may be asked about this one.
            throw new StreamsException(
                    "The " + (origin == SerializationExceptionOrigin.KEY ? "key" : "value") + " of a record to topic "
                            + record.topic() + " cannot be serialized (" + where + ")",
                    failure);
        }
        drop(ErrorDrop.UNSERIALIZABLE, where, failure);
    }

    /** The extractor of a source gave a timestamp that drops the record. */
    public void onNoTimestamp(long timestamp) {
        drop(ErrorDrop.NO_TIMESTAMP, cursor.describe(), "the extractor gave " + timestamp);
    }

    /** The partitioner of a sink or hop chose none of the topic's partitions. */
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
            SendingNode sender = new SendingNode(node, cursor.share().stage().id(), true);
            for (ProducerRecord<byte[], byte[]> letter : letters) {
                output.outbox().appendDeadLetter(letter, sender, cursor.topic(), cursor.partition(), cursor.offset());
            }
        }
    }
}
