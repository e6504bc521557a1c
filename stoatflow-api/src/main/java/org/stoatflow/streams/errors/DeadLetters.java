package org.stoatflow.streams.errors;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.stoatflow.streams.StreamsConfig;

/**
 * Makes the records that the built-in handlers write to the dead letter topic: the source record's key, value,
 * timestamp and headers, with the error in further headers.
 *
 * @param topic the topic; null for no dead letters
 */
record DeadLetters(String topic) {
    static final DeadLetters NONE = new DeadLetters(null);

    private static final String HEADER = "__streams.errors.";

    static DeadLetters configured(Map<String, ?> configs) {
        Object topic = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        return topic == null || topic.toString().isBlank() ? NONE : new DeadLetters(topic.toString());
    }

    List<ProducerRecord<byte[], byte[]>> of(ErrorHandlerContext context, Exception error) {
        if (topic == null) {
            return List.of();
        }
        // A producer takes no negative timestamp, which a source record may have: such a letter has the time of its
        // send.
        Long timestamp = context.timestamp() < 0 ? null : Long.valueOf(context.timestamp());
        ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(
                topic, null, timestamp, context.sourceRawKey(), context.sourceRawValue(), context.headers());
        Headers headers = letter.headers();
        add(headers, "exception", error.getClass().getName());
        add(headers, "message", error.getMessage());
        add(headers, "stacktrace", stackTrace(error));
        add(headers, "topic", context.topic());
        add(headers, "partition", String.valueOf(context.partition()));
        add(headers, "offset", String.valueOf(context.offset()));
        return List.of(letter);
    }

    private static void add(Headers headers, String name, String text) {
        headers.add(HEADER + name, text == null ? null : text.getBytes(StandardCharsets.UTF_8));
    }

    private static String stackTrace(Exception error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
