package org.stoatflow.runtime.sink;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.races.Stub;

/** A producer that never answers by itself: the proof answers each send. The group's first generation is over. */
final class QuietProducer {
    private final List<Callback> sent = new CopyOnWriteArrayList<>();
    private final Producer<?, ?> producer = Stub.of(Producer.class, this::call);
    private volatile boolean committed;

    @SuppressWarnings("unchecked") // a stub takes anything
    Producer<byte[], byte[]> producer() {
        return (Producer<byte[], byte[]>) producer;
    }

    private @Nullable Object call(String method, Object[] arguments) {
        if (method.equals("send") && arguments.length == 2) {
            sent.add((Callback) arguments[1]);
        } else if (method.equals("partitionsFor")) {
            return List.of();
        } else if (method.equals("commitTransaction")) {
            committed = true;
        } else if (arguments.length == 2
                && arguments[1] instanceof ConsumerGroupMetadata group
                && group.generationId() < 2) {
            throw new CommitFailedException("the group has a new generation");
        }
        return null;
    }

    /** The callbacks of the sent records, in order. */
    List<Callback> sent() {
        return sent;
    }

    boolean hasCommitted() {
        return committed;
    }
}
