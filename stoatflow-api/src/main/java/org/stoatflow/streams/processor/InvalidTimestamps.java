package org.stoatflow.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Words the messages of the extractors. */
final class InvalidTimestamps {
    private InvalidTimestamps() {}

    static String place(ConsumerRecord<?, ?> record) {
        return "topic=" + record.topic() + " partition=" + record.partition() + " offset=" + record.offset();
    }
}
