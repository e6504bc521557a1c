package org.stoatflow.memorykafka;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A callback that is due, with what it is told.
 */
record Acknowledgement(
        Callback callback,
        RecordMetadata metadata,
        @Nullable Exception failure) {
    void deliver() {
        callback.onCompletion(metadata, failure);
    }
}
