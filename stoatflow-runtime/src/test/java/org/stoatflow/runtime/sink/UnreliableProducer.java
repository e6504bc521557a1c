package org.stoatflow.runtime.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A producer that may do at each call all that Kafka's may: take the record and answer later, once or twice; refuse it
 * at once, in the sender's thread; throw, with the record in its buffer or not; fail for good; or be closed by somebody
 * else. A seed decides. One thread.
 */
final class UnreliableProducer extends MockProducer<byte[], byte[]> {
    private static final int TROUBLE_IN = 12;

    private final Random random;
    private final List<Pending> pending = new ArrayList<>();
    private final Map<String, Long> acknowledged = new HashMap<>();
    private boolean isBroken;

    /** A record in the buffer, with its callback. */
    private record Pending(ProducerRecord<byte[], byte[]> record, Callback callback) {}

    UnreliableProducer(Random random) {
        super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        this.random = random;
    }

    @Override
    public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        if (isBroken) {
            if (random.nextBoolean()) {
                pending.add(new Pending(record, callback));
            }
            throw new KafkaException("Cannot execute transactional method because we are in an error state");
        }
        switch (random.nextInt(TROUBLE_IN)) {
            case 0 -> callback.onCompletion(null, refusal());
            case 1 -> {
                callback.onCompletion(null, refusal());
                throw new KafkaException("invalid transition");
            }
            case 2 -> {
                pending.add(new Pending(record, callback));
                pending.add(new Pending(record, callback));
                fail();
            }
            case 3 -> throw new IllegalStateException("Cannot perform operation after producer has been closed");
            case 4 -> {
                isBroken = true;
                pending.add(new Pending(record, callback));
            }
            case 5 -> throw new LinkageError("an interceptor's class is gone");
            default -> pending.add(new Pending(record, callback));
        }
        return new CompletableFuture<>();
    }

    private void fail() {
        isBroken = true;
        callback(pending.removeLast(), new OutOfOrderSequenceException("out of order"));
        throw new ProducerFencedException("fenced");
    }

    private Exception refusal() {
        return switch (random.nextInt(3)) {
            case 0 -> new RecordTooLargeException("too large");
            case 1 -> new BufferExhaustedException("no room");
            default -> new TimeoutException("Topic out not present in metadata after 0 ms.");
        };
    }

    private void callback(Pending of, Exception refusal) {
        of.callback().onCompletion(null, refusal);
    }

    /** Answers some of the records that are under way, or all. */
    void answer(boolean all) {
        while (!pending.isEmpty() && (all || random.nextInt(3) > 0)) {
            Pending next = pending.removeFirst();
            if (isBroken || random.nextInt(TROUBLE_IN) == 0) {
                callback(next, isBroken ? new KafkaException("the producer has failed") : refusal());
            } else {
                String topic = next.record().topic();
                long offset = acknowledged.merge(topic, 1L, Long::sum) - 1;
                RecordMetadata metadata = new RecordMetadata(new TopicPartition(topic, 0), offset, 0, 0, 0, 0);
                next.callback().onCompletion(metadata, null);
                if (random.nextInt(TROUBLE_IN) == 0) {
                    next.callback().onCompletion(metadata, null);
                }
            }
        }
    }

    boolean isIdle() {
        return pending.isEmpty();
    }

    @Override
    public synchronized void flush() {
        answer(true);
    }

    @Override
    public synchronized void abortTransaction() {
        answer(true);
        if (random.nextInt(TROUBLE_IN) == 0) {
            throw new KafkaException("not aborted");
        }
        isBroken = false;
        super.abortTransaction();
    }

    @Override
    public synchronized void commitTransaction() {
        if (random.nextInt(TROUBLE_IN) == 0) {
            throw new TimeoutException("late");
        }
        super.commitTransaction();
    }

    /** How many records of a topic were acknowledged. */
    long acknowledged(String topic) {
        return acknowledged.getOrDefault(topic, 0L);
    }
}
