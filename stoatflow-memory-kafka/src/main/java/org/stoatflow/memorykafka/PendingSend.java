package org.stoatflow.memorykafka;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record the producer has accepted and not sent yet, with the fault that travels with it.
 */
final class PendingSend {
    final PartitionLog log;
    final long timestamp;
    final byte @Nullable [] key;
    final byte @Nullable [] value;
    final Header[] headers;
    final @Nullable Callback callback;
    final SendResult result;
    final FaultEffect fault;
    final long expiresAtMs;

    /** What is written of the record. */
    record Content(long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header[] headers) {}

    PendingSend(
            PartitionLog log,
            Content content,
            @Nullable Callback callback,
            SendResult result,
            FaultEffect fault,
            long expiresAtMs) {
        this.log = log;
        this.timestamp = content.timestamp();
        this.key = content.key();
        this.value = content.value();
        this.headers = content.headers();
        this.callback = callback;
        this.result = result;
        this.fault = fault;
        this.expiresAtMs = expiresAtMs;
    }
}
