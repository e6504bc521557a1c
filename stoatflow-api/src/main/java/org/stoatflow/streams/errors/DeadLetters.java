package org.stoatflow.streams.errors;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.internals.ExceptionHandlerUtils;

/**
 * Makes the records that the built-in handlers write to the dead letter topic.
 *
 * @param topic the topic; null for no dead letters
 */
record DeadLetters(String topic) {
    static final DeadLetters NONE = new DeadLetters(null);

    static DeadLetters configured(Map<String, ?> configs) {
        Object topic = configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        return topic == null || topic.toString().isBlank() ? NONE : new DeadLetters(topic.toString());
    }

    List<ProducerRecord<byte[], byte[]>> of(ErrorHandlerContext context, Exception error) {
        return ExceptionHandlerUtils.maybeBuildDeadLetterQueueRecords(
                topic, context.sourceRawKey(), context.sourceRawValue(), context, error);
    }
}
