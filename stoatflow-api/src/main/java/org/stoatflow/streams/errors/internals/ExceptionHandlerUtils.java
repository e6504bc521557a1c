package org.stoatflow.streams.errors.internals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Utils;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.ErrorHandlerContext;

/**
 * Makes the records that the built-in handlers write to the dead letter topic: key, value, timestamp and headers, with
 * the error in further headers. Kept under this name because handlers of libraries call it, for example bakdata's.
 */
public final class ExceptionHandlerUtils {
    private static final String HEADER = "__streams.errors.";

    /** The header with the name of the exception's class. */
    public static final String HEADER_ERRORS_EXCEPTION_NAME = HEADER + "exception";

    /** The header with the exception's stack trace. */
    public static final String HEADER_ERRORS_STACKTRACE_NAME = HEADER + "stacktrace";

    /** The header with the exception's message. */
    public static final String HEADER_ERRORS_EXCEPTION_MESSAGE_NAME = HEADER + "message";

    /** The header with the topic of the record. */
    public static final String HEADER_ERRORS_TOPIC_NAME = HEADER + "topic";

    /** The header with the partition of the record. */
    public static final String HEADER_ERRORS_PARTITION_NAME = HEADER + "partition";

    /** The header with the offset of the record. */
    public static final String HEADER_ERRORS_OFFSET_NAME = HEADER + "offset";

    private ExceptionHandlerUtils() {}

    /**
     * Whether dead letters are written.
     *
     * @param deadLetterQueueTopicName their topic, or null
     * @return whether there is one
     */
    public static boolean shouldBuildDeadLetterQueueRecord(String deadLetterQueueTopicName) {
        return deadLetterQueueTopicName != null;
    }

    /**
     * The dead letter of a record, if any are written.
     *
     * @param deadLetterQueueTopicName their topic, or null
     * @param key the letter's key; may be null
     * @param value the letter's value; may be null
     * @param context the record that failed
     * @param exception what it failed of
     * @return one record, or none
     */
    public static List<ProducerRecord<byte[], byte[]>> maybeBuildDeadLetterQueueRecords(
            String deadLetterQueueTopicName,
            byte[] key,
            byte[] value,
            ErrorHandlerContext context,
            Exception exception) {
        return shouldBuildDeadLetterQueueRecord(deadLetterQueueTopicName)
                ? List.of(buildDeadLetterQueueRecord(deadLetterQueueTopicName, key, value, context, exception))
                : List.of();
    }

    /**
     * The dead letter of a record.
     *
     * @param deadLetterQueueTopicName the topic
     * @param key the letter's key; may be null
     * @param value the letter's value; may be null
     * @param context the record that failed
     * @param exception what it failed of
     * @return the letter
     * @throws InvalidConfigurationException if the topic is null
     */
    public static ProducerRecord<byte[], byte[]> buildDeadLetterQueueRecord(
            String deadLetterQueueTopicName,
            byte[] key,
            byte[] value,
            ErrorHandlerContext context,
            Exception exception) {
        if (deadLetterQueueTopicName == null) {
            throw new InvalidConfigurationException(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG
                    + " cannot be null while building dead letter queue record");
        }
        // A producer takes no negative timestamp, which a source record may have: such a letter has the time of its
        // send.
        Long timestamp = context.timestamp() < 0 ? null : Long.valueOf(context.timestamp());
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(deadLetterQueueTopicName, null, timestamp, key, value, context.headers());
        Headers headers = letter.headers();
        add(headers, HEADER_ERRORS_EXCEPTION_NAME, exception.getClass().getName());
        add(headers, HEADER_ERRORS_EXCEPTION_MESSAGE_NAME, exception.getMessage());
        add(headers, HEADER_ERRORS_STACKTRACE_NAME, Utils.stackTrace(exception));
        add(headers, HEADER_ERRORS_TOPIC_NAME, context.topic());
        add(headers, HEADER_ERRORS_PARTITION_NAME, String.valueOf(context.partition()));
        add(headers, HEADER_ERRORS_OFFSET_NAME, String.valueOf(context.offset()));
        return letter;
    }

    private static void add(Headers headers, String name, String text) {
        headers.add(name, text == null ? null : text.getBytes(StandardCharsets.UTF_8));
    }
}
