package org.stoatflow.kernel.global;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.Repeats;
import org.stoatflow.kernel.error.ErrorContext;
import org.stoatflow.kernel.error.HandlerResponse;
import org.stoatflow.kernel.error.Handlers;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.api.Record;

/**
 * Decides about records of global topics that fail. A method returns if the record is dropped, and throws otherwise.
 * Dead letters are not sent, as in Kafka Streams: there is no epoch that they could be part of. Owner: the thread of
 * the {@link GlobalTask}.
 */
final class GlobalErrors {
    private static final Logger LOG = LoggerFactory.getLogger(GlobalErrors.class);

    private final Handlers handlers;
    private final boolean asksProcessing;
    private final Repeats notSent = new Repeats();

    GlobalErrors(GlobalTask.Rules rules) {
        this.handlers = rules.errors().handlers();
        this.asksProcessing = rules.asksProcessing();
    }

    /** Decides about a record that cannot be deserialized. */
    void onUnreadable(String source, ConsumerRecord<byte[], byte[]> raw, Exception failure) {
        HandlerResponse verdict = handlers.onUnreadable(where(source, raw), raw, failure);
        warnOfLetters(verdict, raw);
        if (verdict.decision() != HandlerResponse.Decision.DROP) {
            throw new StreamsException(
                    "The record at " + place(raw) + " of a global store cannot be read by source " + source
                            + ", and the deserialization exception handler says FAIL. Give the store serdes that fit"
                            + " the topic, or set deserialization.exception.handler",
                    failure);
        }
    }

    /** Decides about an exception of a processor. Without a handler it is thrown on as it is. */
    void onProcessing(String processor, ConsumerRecord<byte[], byte[]> raw, Record<?, ?> given, Exception failure) {
        if (!asksProcessing && failure instanceof UserCodeError of) {
            throw of.error();
        }
        if (!asksProcessing && failure instanceof RuntimeException thrown) {
            throw thrown;
        }
        if (asksProcessing) {
            HandlerResponse verdict = handlers.onProcessing(where(processor, raw), RecordAccess.twin(given), failure);
            warnOfLetters(verdict, raw);
            if (verdict.decision() == HandlerResponse.Decision.DROP) {
                return;
            }
        }
        throw new StreamsException(
                "Processor " + processor + " of a global store failed at " + place(raw) + ": " + failure, failure);
    }

    private void warnOfLetters(HandlerResponse verdict, ConsumerRecord<byte[], byte[]> raw) {
        long times = verdict.deadLetters().isEmpty() ? 0 : notSent.next();
        if (times > 0) {
            LOG.warn(
                    "Dead letters of global stores are not sent; the record at {} has failed. That makes {}",
                    place(raw),
                    times);
        }
    }

    private static ErrorContext where(String node, ConsumerRecord<byte[], byte[]> raw) {
        return new ErrorContext(
                raw.topic(),
                raw.partition(),
                raw.offset(),
                raw.headers(),
                node,
                GlobalContext.TASK,
                raw.timestamp(),
                raw.key(),
                raw.value());
    }

    static String place(ConsumerRecord<?, ?> raw) {
        return "topic " + raw.topic() + ", partition " + raw.partition() + ", offset " + raw.offset();
    }
}
