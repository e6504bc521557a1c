package org.stoatflow.runtime.sink;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.Outbox;

/**
 * The sends that one commit waits for. It counts every callback, since a flush alone proves nothing (KAFKA-19479),
 * keeps the failed sends, and learns how far each changelog partition has come.
 *
 * <p>In a transaction the first failed send spoils the attempt: the producer throws at later sends, or keeps their
 * records in its buffer for nothing. So the rest is left for the next attempt. Where the failed record was too large,
 * the records that are at least as large are tried all the same, so that many of them do not take as many attempts.
 *
 * <p>Threads: the committer sends; the producer's I/O thread calls back; the committer reads once all are back.
 */
final class SentRecords implements AwaitedAnswers {
    private static final long NONE = Long.MAX_VALUE; // no record has so many bytes

    private final Runnable onAllBack;
    private final boolean inTransaction;

    /**
     * Shared, with {@code written}, {@code sendFailures} and {@code reasons}. Written by: the producer's I/O thread and
     * the committer. Read by: committer, once all are back. Safe: counter starts at one for the sender; concurrent map
     * and queue, synchronized set. Proof: SentRecordsProof, SendFailureProof.
     */
    private final AtomicInteger open = new AtomicInteger(1); // one for the sender itself, until all is sent

    private final Map<ChangelogPartition, Written> written = new ConcurrentHashMap<>();
    private final Queue<SendFailure> sendFailures = new ConcurrentLinkedQueue<>();
    private final Set<Exception> reasons =
            Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final AtomicLong tooLargeBytes = new AtomicLong(NONE); // of the smallest refused one

    /**
     * Shared, with {@code tooLargeBytes}. Written by: the same. Read by: committer, while it sends. Safe: one way, and
     * an atomic minimum: a late reader sends a record more, which is refused as well. Proof: SharedFieldsTest.
     */
    private volatile boolean spoilt;

    private int sent;

    /** @param onAllBack called when all has been sent and every callback has come, by the last thread to report */
    SentRecords(boolean inTransaction, Runnable onAllBack) {
        this.inTransaction = inTransaction;
        this.onAllBack = onAllBack;
    }

    /**
     * In a transaction: sends every record of the outbox that is not dropped, until a record is refused.
     *
     * @throws RuntimeException if the producer cannot send; what was refused before is among the failed sends
     */
    void send(Producer<byte[], byte[]> producer, Outbox outbox) {
        for (int i = 0; i < outbox.size() && !spoilt; i++) {
            if (!outbox.isDropped(i) && !isForNextAttempt(outbox.bytes(i))) {
                TimeoutException blocked = trySend(producer, outbox, i);
                if (blocked != null) {
                    refuse(outbox, i, blocked);
                }
            }
        }
    }

    private boolean isForNextAttempt(long bytes) {
        long refused = tooLargeBytes.get(); // asked for each record, and hardly ever written
        return inTransaction && refused != NONE && bytes < refused;
    }

    /**
     * Sends one record. Whatever the producer does, the record is counted once: it may call back, throw, or do both.
     *
     * @return null if the record is on its way, or is among the failed sends; else why the producer has waited for
     *     {@code max.block.ms} in vain, and has not taken the record
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback tells
    @Nullable
    TimeoutException trySend(Producer<byte[], byte[]> producer, Outbox outbox, int index) {
        ProducerRecord<byte[], byte[]> record = outbox.record(index);
        Answer answer = new Answer(outbox, index, record);
        open.incrementAndGet();
        sent++;
        boolean returned = false;
        try {
            producer.send(record, answer);
            returned = true;
        } finally {
            answer.sendHasEnded(returned);
        }
        return answer.blocked;
    }

    /** Adds a record to the failed sends that the producer has not got. */
    void refuse(Outbox outbox, int index, Exception reason) {
        onRefused(new SendFailure(outbox, index, outbox.record(index), reason));
    }

    /**
     * The callback of one send. A fenced send is answered twice, by two threads; only the first answer counts. A send
     * that throws may be answered all the same, also later: the record may be in the producer's buffer already.
     *
     * <p>Threads: the sender's and the producer's I/O thread answer. {@code isSending} and {@code blocked} are the
     * sender's.
     */
    private final class Answer extends AtomicInteger implements Callback {
        private static final long serialVersionUID = 1L;
        private static final int TOLD = 1;
        private static final int COUNTED = 2;

        private final transient Outbox outbox;
        private final transient int index;
        private final transient ProducerRecord<byte[], byte[]> record;
        private final transient Thread sender = Thread.currentThread();
        private boolean isSending = true;
        private @Nullable TimeoutException blocked;

        Answer(Outbox outbox, int index, ProducerRecord<byte[], byte[]> record) {
            this.outbox = outbox;
            this.index = index;
            this.record = record;
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception sendFailure) {
            if (!isFirst(TOLD)) {
                return;
            }
            if (sendFailure instanceof TimeoutException late && sender.equals(Thread.currentThread()) && isSending) {
                blocked = late; // the sender decides, once the producer has returned
                return;
            }
            ChangelogPartition changelog = outbox.changelog(index);
            if (sendFailure != null) {
                onRefused(new SendFailure(outbox, index, record, sendFailure));
            } else if (changelog != null && metadata != null && metadata.hasOffset()) {
                written.computeIfAbsent(changelog, any -> new Written()).add(metadata.offset());
            }
            countDown();
        }

        void sendHasEnded(boolean returned) {
            isSending = false;
            if (blocked != null && !returned) {
                onRefused(new SendFailure(outbox, index, record, blocked));
            }
            if (blocked != null || !returned) {
                countDown();
            }
        }

        private void countDown() {
            if (isFirst(COUNTED)) {
                back();
            }
        }

        private boolean isFirst(int mark) {
            return (getAndAccumulate(mark, (marks, more) -> marks | more) & mark) == 0;
        }
    }

    private void onRefused(SendFailure sendFailure) {
        if (sendFailure.reason() instanceof TransactionAbortedException || isHandedOn(sendFailure.reason())) {
            return; // the attempt was given up already; the error says nothing about this record
        }
        if (sendFailure.reason() instanceof RecordTooLargeException) {
            tooLargeBytes.accumulateAndGet(sendFailure.outbox().bytes(sendFailure.index()), Math::min);
        } else {
            spoilt |= inTransaction;
        }
        sendFailures.add(sendFailure);
    }

    /**
     * Whether another record has failed with this very error object before. In a transaction the producer fails all
     * records that it has not sent yet with the error of the refused record ({@code
     * RecordAccumulator.abortUndrainedBatches}), after it has called that record's callback. Retriable errors do not
     * count here: all records of a batch share such an error, and the records not sent yet get an error of their own.
     */
    private boolean isHandedOn(Exception reason) {
        return inTransaction && !(reason instanceof RetriableException) && !reasons.add(reason);
    }

    /** Notes that nothing more will be sent. */
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

    @Override
    public int missing() {
        return open.get();
    }

    int sent() {
        return sent;
    }

    boolean isRefused() {
        return !sendFailures.isEmpty();
    }

    /** Takes the failed sends so far. */
    List<SendFailure> takeSendFailures() {
        List<SendFailure> taken = new ArrayList<>();
        for (SendFailure next = sendFailures.poll(); next != null; next = sendFailures.poll()) {
            taken.add(next);
        }
        return taken;
    }

    /** The acknowledged records of each changelog partition. */
    Map<ChangelogPartition, Written> written() {
        return written;
    }

    /**
     * Acknowledged records of one changelog partition. Written by the producer's I/O thread, or by several threads of
     * what wraps it; read once all are back.
     */
    static final class Written {
        private long records;
        private long firstOffset = Long.MAX_VALUE;
        private long nextOffset;

        synchronized void add(long offset) {
            records++;
            firstOffset = Math.min(firstOffset, offset);
            nextOffset = Math.max(nextOffset, offset + 1);
        }

        long records() {
            return records;
        }

        long firstOffset() {
            return firstOffset;
        }

        /** The offset after the last of these records. */
        long nextOffset() {
            return nextOffset;
        }
    }
}
