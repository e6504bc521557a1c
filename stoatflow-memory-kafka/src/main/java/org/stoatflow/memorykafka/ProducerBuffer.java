package org.stoatflow.memorykafka;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What a producer has accepted: records on their way to the logs, in order for each partition, and callbacks that are
 * due. Records move when the producer flushes or its owner lets some pass (Kafka's {@code RecordAccumulator} and {@code
 * Sender}).
 */
final class ProducerBuffer {
    /** The producer whose buffer it is. */
    interface Owner {
        /** Writes one record to its log and returns the offset, or says by an exception why the broker refused it. */
        long append(PendingSend send);

        void onSendFailed(RuntimeException failure);

        /** Why nothing more is sent: the error the transaction is in; null if it is in none. */
        @Nullable
        RuntimeException refusal();
    }

    private final Broker broker;
    private final Owner owner;
    private final Map<PartitionLog, ArrayDeque<PendingSend>> queues = new LinkedHashMap<>();
    private final List<ArrayDeque<PendingSend>> waiting = new ArrayList<>();
    private final ArrayDeque<Acknowledgement> acknowledgements = new ArrayDeque<>();
    private int buffered;

    ProducerBuffer(Broker broker, Owner owner) {
        this.broker = broker;
        this.owner = owner;
    }

    void add(PendingSend send) {
        ArrayDeque<PendingSend> queue = queues.computeIfAbsent(send.log, unknown -> new ArrayDeque<>());
        if (queue.isEmpty()) {
            waiting.add(queue);
        }
        queue.add(send);
        buffered++;
    }

    int buffered() {
        return buffered;
    }

    int acknowledgements() {
        return acknowledgements.size();
    }

    /** Sends up to so many records, from partitions chosen by the cluster's random source. */
    int transmit(int recordsMax, FaultEffect flushFault) {
        int sent = 0;
        while (sent < recordsMax && buffered > 0) {
            RuntimeException refusal = owner.refusal();
            if (refusal != null) {
                abort(refusal);
                break;
            }
            int choice = waiting.size() == 1 ? 0 : broker.random.nextInt(waiting.size());
            PendingSend send = takeFrom(choice);
            transmit(send, send.fault == FaultEffect.NONE ? flushFault : send.fault);
            sent++;
        }
        return sent;
    }

    private PendingSend takeFrom(int choice) {
        ArrayDeque<PendingSend> queue = waiting.get(choice);
        PendingSend send = queue.remove();
        if (queue.isEmpty()) {
            waiting.set(choice, waiting.get(waiting.size() - 1));
            waiting.remove(waiting.size() - 1);
        }
        buffered--;
        return send;
    }

    private void transmit(PendingSend send, FaultEffect fault) {
        if (fault == FaultEffect.TIMEOUT_WITHOUT_EFFECT || broker.clock.nowMs() >= send.expiresAtMs) {
            fail(send, expired(send));
            return;
        }
        if (send.log.topic.isDeleted()) { // asked for again and again
            broker.clock.advanceMs(send.expiresAtMs - broker.clock.nowMs());
            fail(send, expired(send));
            return;
        }
        long offset;
        try {
            offset = owner.append(send);
        } catch (ApiException failure) {
            fail(send, failure);
            return;
        }
        if (fault == FaultEffect.TIMEOUT_WITH_EFFECT) {
            fail(send, expired(send));
        } else {
            succeed(send, offset);
        }
    }

    private static TimeoutException expired(PendingSend send) {
        return new TimeoutException("Expiring 1 record(s) for " + send.log.id);
    }

    private void succeed(PendingSend send, long offset) {
        RecordMetadata metadata = metadata(send, offset);
        send.result.succeed(metadata);
        acknowledge(send, metadata, null);
        if (send.fault == FaultEffect.CALLED_BACK_TWICE) {
            acknowledge(send, metadata, null);
        }
    }

    private void fail(PendingSend send, RuntimeException failure) {
        fallThrough(send, failure);
        owner.onSendFailed(failure);
    }

    private void fallThrough(PendingSend send, RuntimeException failure) {
        send.result.fail(failure);
        acknowledge(send, metadata(send, -1), failure);
    }

    private void acknowledge(PendingSend send, RecordMetadata metadata, @Nullable Exception failure) {
        if (send.callback != null) {
            acknowledgements.add(new Acknowledgement(send.callback, metadata, failure));
        }
    }

    private static RecordMetadata metadata(PendingSend send, long offset) {
        int keyBytes = send.key == null ? -1 : send.key.length;
        int valueBytes = send.value == null ? -1 : send.value.length;
        return new RecordMetadata(send.log.id, offset, 0, send.timestamp, keyBytes, valueBytes);
    }

    /** Fails all that has not been sent ({@code RecordAccumulator.abortUndrainedBatches}). */
    void abort(RuntimeException reason) {
        while (buffered > 0) {
            fallThrough(takeFrom(0), reason);
        }
    }

    /** Forgets all, without telling anybody: the client's process is gone. */
    void drop() {
        queues.clear();
        waiting.clear();
        acknowledgements.clear();
        buffered = 0;
    }

    /** Runs up to so many callbacks that are due. */
    int deliver(int callbacksMax) {
        int delivered = 0;
        while (delivered < callbacksMax && !acknowledgements.isEmpty()) {
            acknowledgements.remove().deliver();
            delivered++;
        }
        return delivered;
    }

    /** The same, but the last callback does not run; whether there is one. */
    boolean flushAllButOne(FaultEffect fault) {
        transmit(Integer.MAX_VALUE, fault);
        deliver(acknowledgements.size() - 1);
        return !acknowledgements.isEmpty();
    }

    /** Waits until every record is acknowledged or has failed, and every callback has run. */
    void flush(FaultEffect fault) {
        transmit(Integer.MAX_VALUE, fault);
        deliver(Integer.MAX_VALUE);
    }
}
