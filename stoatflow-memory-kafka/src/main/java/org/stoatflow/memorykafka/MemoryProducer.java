package org.stoatflow.memorykafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A producer on the modelled broker. Records stay in it until {@link #flush()}, a commit, or {@link #transmit(int)};
 * callbacks run in {@link #flush()}, a commit or abort, or {@link #deliver(int)}.
 *
 * <p>Thread rule: that of the cluster. Exceptions: as {@code KafkaProducer} 4.4, see {@link TransactionClient}.
 */
public final class MemoryProducer implements Producer<byte[], byte[]> {
    private final Broker broker;
    private final ProducerOptions options;
    private final Link link = new Link();
    private final ProducerBuffer buffer;
    private final TransactionClient transaction;
    private boolean isClosed;
    private boolean hasLostThread;
    private boolean losesThreadInFlush;

    MemoryProducer(Broker broker, ProducerOptions options) {
        this.broker = broker;
        this.options = options;
        this.buffer = new ProducerBuffer(broker, link);
        this.transaction = new TransactionClient(broker, options, buffer);
    }

    /** Lets up to so many buffered records reach the broker, and a timed-out end of a transaction, which comes last. */
    public int transmit(int recordsMax) {
        if (isClosed || hasLostThread || !broker.network.isUp()) {
            return 0;
        }
        broker.catchUp();
        int sent = buffer.transmit(recordsMax, FaultEffect.NONE);
        transaction.resumeInBackground();
        return sent;
    }

    /** Runs up to so many callbacks of records that were sent or have failed. */
    public int deliver(int callbacksMax) {
        return hasLostThread ? 0 : buffer.deliver(callbacksMax);
    }

    /**
     * The thread that sends and calls back has ended by an {@code Error}: nothing is sent any more, nobody is called
     * back, and {@code flush} does not return by itself.
     */
    public void loseThread() {
        hasLostThread = true;
    }

    /**
     * The thread will end in a flush that waits for records: it answers for all but the last of them, in the
     * order in which they were sent, and {@code flush} does not return, whoever waits for which of them.
     */
    public void loseThreadInFlush() {
        losesThreadInFlush = true;
    }

    /** Whether the thread has ended, or will in a flush. */
    public boolean mayLackThread() {
        return hasLostThread || losesThreadInFlush;
    }

    /** Whether the engine, or the death of its process, has closed it. */
    public boolean isClosed() {
        return isClosed;
    }

    /** Whether {@link #loseThread} was called. */
    public boolean hasLostThread() {
        return hasLostThread;
    }

    /** When another instance has initialised the transactional id; {@code Long.MAX_VALUE} if none has. */
    public long fencedAtMs() {
        return transaction.fencedAtMs();
    }

    /** How many records have not been sent yet. */
    public int buffered() {
        return buffer.buffered();
    }

    /** How many callbacks are due. */
    public int undelivered() {
        return buffer.acknowledgements();
    }

    /**
     * The client's process dies. The broker may still have got some of the buffered records, or the commit or abort
     * whose answer timed out. No callback runs, and an open transaction stays open until it times out or its id is
     * initialised again.
     */
    public void crash() {
        int had = buffer.buffered();
        int sent = broker.random.nextBoolean() ? transmit(broker.random.nextInt(had + 1)) : 0;
        buffer.drop();
        isClosed = true;
        broker.journal.note(JournalEvent.CLIENT_CRASHED, options.clientId(), had, sent);
    }

    @Override
    public void initTransactions() {
        transaction().init();
    }

    @Override
    public void beginTransaction() {
        transaction().begin();
    }

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata metadata) {
        if (metadata.generationId() > 0 && metadata.memberId().isEmpty()) {
            throw new IllegalArgumentException(
                    "Passed in group metadata " + metadata + " has generationId > 0 but the" + " member.id is unknown");
        }
        TransactionClient client = transaction();
        if (!offsets.isEmpty()) {
            client.sendOffsets(offsets, metadata);
        }
    }

    @Override
    public void commitTransaction() {
        transaction().commit();
    }

    @Override
    public void abortTransaction() {
        transaction().abort();
    }

    private TransactionClient transaction() {
        requireOpen();
        if (!options.isTransactional()) {
            throw new IllegalStateException("Cannot use transactional methods without enabling transactions by setting"
                    + " the transactional.id configuration property");
        }
        broker.catchUp();
        if (hasLostThread) {
            throw blocked();
        }
        return transaction;
    }

    private TimeoutException blocked() {
        broker.clock.advanceMs(options.maxBlockMs());
        return new TimeoutException("Timeout expired after " + options.maxBlockMs() + "ms while awaiting an answer");
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
        return send(record, null);
    }

    /**
     * As in Kafka, a record is buffered before the transaction is asked whether it takes records. Where the transaction
     * refuses, {@code send} throws, and the record fails once more when the buffer is failed: so its callback runs
     * although {@code send} threw, or runs twice. A producer that has failed for good may throw at once as well, and
     * then nobody calls back.
     */
    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        requireOpen();
        broker.catchUp();
        if (transaction.phase() == ProducerPhase.FATAL_ERROR && broker.random.nextBoolean()) {
            transaction.admitSend();
        }
        try {
            PendingSend send = accept(record, callback);
            buffer.add(send);
            transaction.admitSend();
            return send.result;
        } catch (ApiException failure) {
            link.onSendFailed(failure);
            if (callback != null) {
                callback.onCompletion(failedMetadata(record), failure);
            }
            return SendResult.failed(failure);
        }
    }

    private PendingSend accept(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        FaultEffect fault = broker.faults.take(options.clientId(), FaultPoint.SEND);
        if (fault == FaultEffect.FENCE) {
            broker.transactions.fence(options.transactionalId());
        }
        PartitionLog log = target(record);
        Header[] headers = record.headers().toArray();
        requireSize(record, headers, fault);
        if (record.headers() instanceof RecordHeaders sealable) {
            sealable.setReadOnly();
        }
        long nowMs = broker.clock.nowMs();
        return new PendingSend(
                log,
                new PendingSend.Content(
                        record.timestamp() == null ? nowMs : record.timestamp(),
                        RecordBytes.copy(record.key()),
                        RecordBytes.copy(record.value()),
                        headers),
                callback,
                new SendResult(this::flush),
                fault,
                nowMs + options.deliveryTimeoutMs());
    }

    private PartitionLog target(ProducerRecord<byte[], byte[]> record) {
        Integer asked = record.partition();
        Topic topic = awaitTopic(record.topic(), asked == null ? 0 : asked);
        return topic.log(asked == null ? choosePartition(record.key(), topic.partitionCount()) : asked);
    }

    /** {@code waitOnMetadata}: a topic, or partition, that is not there is waited for. */
    private Topic awaitTopic(String name, int partition) {
        BooleanSupplier isThere = () -> {
            Topic shown = broker.topics.shown(name);
            return shown != null && partition < shown.partitionCount();
        };
        if (!broker.waitFor(isThere, options.maxBlockMs())) {
            throw new TimeoutException(
                    "Topic " + name + " not present in metadata after " + options.maxBlockMs() + " ms.");
        }
        return Objects.requireNonNull(broker.topics.shown(name));
    }

    /** {@code BuiltInPartitioner.partitionForKey}; without a key any partition will do. */
    private int choosePartition(byte @Nullable [] key, int partitions) {
        return key == null ? broker.random.nextInt(partitions) : Utils.toPositive(Utils.murmur2(key)) % partitions;
    }

    private void requireSize(ProducerRecord<byte[], byte[]> record, Header[] headers, FaultEffect fault) {
        int bytes = RecordBytes.of(record.key(), record.value(), headers);
        if (bytes > options.requestBytesMax() || fault == FaultEffect.RECORD_TOO_LARGE) {
            throw new RecordTooLargeException("The message is " + bytes + " bytes when serialized which is larger than "
                    + options.requestBytesMax());
        }
    }

    private static RecordMetadata failedMetadata(ProducerRecord<byte[], byte[]> record) {
        int partition = record.partition() == null ? RecordMetadata.UNKNOWN_PARTITION : record.partition();
        return new RecordMetadata(new TopicPartition(record.topic(), partition), -1, -1, -1, -1, -1);
    }

    @Override
    public void flush() {
        requireOpen();
        broker.catchUp();
        flush(broker.faults.take(options.clientId(), FaultPoint.FLUSH));
    }

    /** Where the broker stays away for the delivery timeout, everything buffered has expired by then. */
    private void flush(FaultEffect fault) {
        if (!hasLostThread) {
            broker.network.reach(options.deliveryTimeoutMs());
            hasLostThread = losesThreadInFlush && buffer.flushAllButOne(fault);
        }
        if (hasLostThread) {
            broker.waits.await(options.clientId() + " flush", ClientWait.FOR_EVER);
        } else {
            buffer.flush(fault);
        }
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        requireOpen();
        return awaitTopic(topic, 0).infos();
    }

    /** None: the model measures nothing. */
    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public void close() {
        close(Duration.ofMillis(Long.MAX_VALUE));
    }

    /** Sends what is buffered and aborts an open transaction; with no time, drops both ({@code Sender.run}). */
    @Override
    public void close(Duration timeout) {
        if (isClosed) {
            return;
        }
        broker.catchUp();
        if (hasLostThread) {
            buffer.drop(); // who waits for a thread that has ended goes on at once
        } else if (timeout.isZero()) {
            buffer.abort(new KafkaException("Producer is closed forcefully."));
            buffer.deliver(Integer.MAX_VALUE);
        } else {
            closeInOrder();
        }
        isClosed = true;
    }

    private void closeInOrder() {
        losesThreadInFlush = false;
        flush(FaultEffect.NONE);
        transaction.resumeInBackground();
        ProducerPhase phase = transaction.phase();
        if (phase == ProducerPhase.IN_TRANSACTION || phase == ProducerPhase.ABORTABLE_ERROR) {
            try {
                transaction.abort();
            } catch (KafkaException failure) {
                // The real producer logs it: whoever fenced us has resolved the transaction, or its timeout will.
                broker.journal.note(JournalEvent.CLOSE_FAILED, options.clientId() + " " + failure.getMessage(), 0, 0);
            }
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("Cannot perform operation after producer has been closed");
        }
    }

    /** What the buffer asks of its producer. */
    private final class Link implements ProducerBuffer.Owner {
        /** A refused record has joined its partition to the transaction all the same, and a marker will tell. */
        @Override
        public long append(PendingSend send) {
            if (options.isTransactional()) {
                transaction.join(send.log);
            }
            if (send.fault == FaultEffect.PRODUCER_FAILS) {
                throw new ClusterAuthorizationException("Cluster authorization failed.");
            }
            if (RecordBytes.of(send.key, send.value) > send.log.topic.messageBytesMax
                    || send.fault == FaultEffect.RECORD_REFUSED) {
                throw new RecordTooLargeException("The request included a message larger than the max message size the"
                        + " server will accept, partition=" + send.log.id);
            }
            return options.isTransactional()
                    ? transaction.append(send)
                    : send.log.append(send.timestamp, send.key, send.value, send.headers);
        }

        @Override
        public void onSendFailed(RuntimeException failure) {
            transaction.onSendFailed(failure);
        }

        @Override
        public @Nullable RuntimeException refusal() {
            return transaction.refusal();
        }
    }

    @Override
    public void registerMetricForSubscription(KafkaMetric metric) {
        throw notModelled("registerMetricForSubscription");
    }

    @Override
    public void unregisterMetricFromSubscription(KafkaMetric metric) {
        throw notModelled("unregisterMetricFromSubscription");
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw notModelled("clientInstanceId");
    }

    private static UnsupportedOperationException notModelled(String method) {
        return new UnsupportedOperationException("MemoryProducer." + method + " is not modelled");
    }
}
