package org.stoatflow.runtime.sink;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.Outbox;

/**
 * A record that the broker, or the producer itself, did not take.
 *
 * @param outbox the outbox that has the record, at {@code index}
 */
record SendFailure(Outbox outbox, int index, ProducerRecord<byte[], byte[]> record, Exception reason) {
    @Nullable
    ChangelogPartition changelog() {
        return outbox.changelog(index);
    }

    String describe() {
        return "Error encountered sending record to topic " + record.topic() + ": a record of "
                + (length(record.key()) + length(record.value())) + " bytes"
                + (record.partition() == null ? "" : ", partition " + record.partition()) + " was refused: " + reason;
    }

    int keyBytes() {
        return length(record.key());
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
