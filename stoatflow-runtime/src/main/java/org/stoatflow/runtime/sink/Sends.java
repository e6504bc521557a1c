package org.stoatflow.runtime.sink;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The sends that one commit waits for: counts every callback, since a flush alone proves nothing (KAFKA-19479), keeps
 * the first refusal, and learns how far each changelog partition has come.
 *
 * <p>Threads: the committer sends; the producer's I/O thread calls back; the committer reads once all are back.
 */
final class Sends {
    private final Runnable onAllBack;
    private final AtomicInteger open = new AtomicInteger(1); // one for the sender itself, until it has sent all
    private final Map<ChangelogPartition, Long> nextOffsets = new ConcurrentHashMap<>();
    private volatile @Nullable Refusal firstRefusal;
    private int sent;

    /** A record that the broker, or the producer itself, did not take. */
    record Refusal(ProducerRecord<byte[], byte[]> record, Exception reason) {
        String describe() {
            return "a record of "
                    + ((record.key() == null ? 0 : record.key().length)
                            + (record.value() == null ? 0 : record.value().length))
                    + " bytes to topic " + record.topic()
                    + (record.partition() == null ? "" : ", partition " + record.partition())
                    + " was refused: " + reason;
        }
    }

    /** @param onAllBack called once, when all has been sent and every callback has come; by the thread that is last */
    Sends(Runnable onAllBack) {
        this.onAllBack = onAllBack;
    }

    /** Sends every record of the outbox. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback tells
    void send(Producer<byte[], byte[]> producer, Outbox outbox) {
        for (int i = 0; i < outbox.size(); i++) {
            ProducerRecord<byte[], byte[]> record = outbox.record(i);
            ChangelogPartition changelog = outbox.changelog(i);
            open.incrementAndGet();
            sent++;
            producer.send(record, new Answer(record, changelog));
        }
    }

    /** The answer to one send. A fenced send is answered twice, once by each of two threads; only the first counts. */
    private final class Answer extends AtomicBoolean implements Callback {
        private final transient ProducerRecord<byte[], byte[]> record;
        private final transient @Nullable ChangelogPartition changelog;

        Answer(ProducerRecord<byte[], byte[]> record, @Nullable ChangelogPartition changelog) {
            this.record = record;
            this.changelog = changelog;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception refusal) {
            if (!compareAndSet(false, true)) {
                return;
            }
            if (refusal != null) {
                if (firstRefusal == null) {
                    firstRefusal = new Refusal(record, refusal);
                }
            } else if (changelog != null && metadata != null) {
                nextOffsets.merge(changelog, metadata.offset() + 1, Math::max);
            }
            back();
        }
    }

    /** Nothing more will be sent. */
    void allSent() {
        back();
    }

    private void back() {
        if (open.decrementAndGet() == 0) {
            onAllBack.run();
        }
    }

    /** Whether everything has been sent and every callback has come. */
    boolean isAllBack() {
        return open.get() == 0;
    }

    int sent() {
        return sent;
    }

    @Nullable
    Refusal firstRefusal() {
        return firstRefusal;
    }

    /** Offset after the last record of each changelog partition that was written to. */
    Map<ChangelogPartition, Long> nextOffsets() {
        return nextOffsets;
    }
}
