package org.stoatflow.runtime.sink;

import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.Contribution;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.LaneContribution;

/** Sends the outboxes of an epoch in a transaction, which stays open. Owner: the committer's thread. */
final class EpochSend {
    private EpochSend() {}

    /** Returns what the producer has thrown, which may know of a failed send before its callback comes. */
    static @Nullable RuntimeException send(
            Epoch epoch, Producer<byte[], byte[]> producer, SentRecords sending, CommitProgress progress) {
        try {
            sendAll(epoch, producer, sending);
            if (!sending.isRefused()) { // after a failed send, it could wait for a batch that is never sent
                flush(producer, sending, progress);
            }
            return null;
        } catch (RuntimeException any) {
            return any;
        }
    }

    /** Whatever it throws, nothing more is sent, so that all answers may be waited for. */
    private static void sendAll(Epoch epoch, Producer<byte[], byte[]> producer, SentRecords sending) {
        try {
            producer.beginTransaction();
            for (Contribution contribution : epoch.contributions()) {
                sending.send(producer, ((LaneContribution) contribution).outbox());
            }
        } finally {
            sending.allSent();
        }
    }

    /** The flush has no time-out: the run's monitor interrupts it where answers do not come. */
    private static void flush(Producer<byte[], byte[]> producer, SentRecords sending, CommitProgress progress) {
        progress.awaits(sending);
        try {
            producer.flush();
        } finally {
            progress.awaits(null);
        }
    }
}
