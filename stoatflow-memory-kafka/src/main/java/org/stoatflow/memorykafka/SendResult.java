package org.stoatflow.memorykafka;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one send. Where a real future would block, {@link #get()} sends what the producer has buffered.
 */
final class SendResult implements Future<RecordMetadata> {
    private final Runnable sendBuffered;
    private @Nullable RecordMetadata metadata;
    private @Nullable Exception failure;

    SendResult(Runnable sendBuffered) {
        this.sendBuffered = sendBuffered;
    }

    static SendResult failed(Exception failure) {
        SendResult result = new SendResult(() -> {});
        result.fail(failure);
        return result;
    }

    void succeed(RecordMetadata written) {
        metadata = written;
    }

    void fail(Exception reason) {
        failure = reason;
    }

    @Override
    public RecordMetadata get() throws ExecutionException {
        if (!isDone()) {
            sendBuffered.run();
        }
        if (metadata == null) {
            throw new ExecutionException(failure);
        }
        return metadata;
    }

    @Override
    public RecordMetadata get(long timeout, TimeUnit unit) throws ExecutionException {
        return get();
    }

    @Override
    public boolean isDone() {
        return metadata != null || failure != null;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }
}
