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
final class CrashableProducer extends DelegatingProducer {
    private final Crash crash;

    CrashableProducer(Producer<byte[], byte[]> delegate, Crash crash) {
        super(delegate);
        this.crash = crash;
    }

    @Override
    public void initTransactions() {
        crash.pass(Crash.OutsideCall.INIT, super::initTransactions);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        return crash.answer(Crash.OutsideCall.SEND, () -> super.send(record, callback));
    }

    @Override
    public void flush() {
        crash.pass(Crash.OutsideCall.FLUSH, super::flush);
    }

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata metadata) {
        crash.pass(Crash.OutsideCall.OFFSETS, () -> super.sendOffsetsToTransaction(offsets, metadata));
    }

    @Override
    public void commitTransaction() {
        crash.pass(Crash.OutsideCall.COMMIT, super::commitTransaction);
    }

    @Override
    public void abortTransaction() {
        crash.pass(Crash.OutsideCall.ABORT, super::abortTransaction);
    }

    @Override
    public void close(Duration timeout) {
        if (!crash.isDead()) {
            super.close(timeout);
        }
    }
}
