package org.stoatflow.simulation;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A producer whose process may die before or after any call. */
final class MortalProducer extends DelegatingProducer {
    private final Crash crash;

    MortalProducer(Producer<byte[], byte[]> delegate, Crash crash) {
        super(delegate);
        this.crash = crash;
    }

    @Override
    public void initTransactions() {
        crash.pass(Crash.Door.INIT, super::initTransactions);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        return crash.answer(Crash.Door.SEND, () -> super.send(record, callback));
    }

    @Override
    public void flush() {
        crash.pass(Crash.Door.FLUSH, super::flush);
    }

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata metadata) {
        crash.pass(Crash.Door.OFFSETS, () -> super.sendOffsetsToTransaction(offsets, metadata));
    }

    @Override
    public void commitTransaction() {
        crash.pass(Crash.Door.COMMIT, super::commitTransaction);
    }

    @Override
    public void abortTransaction() {
        crash.pass(Crash.Door.ABORT, super::abortTransaction);
    }

    @Override
    public void close(Duration timeout) {
        if (!crash.isDead()) {
            super.close(timeout);
        }
    }
}
