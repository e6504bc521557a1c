package org.stoatflow.runtime.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * Kafka's clients, except for producers that let something happen before they add offsets of a partition to a
 * transaction.
 */
public final class LateOffsets implements KafkaClientSupplier {
    private final KafkaClientSupplier real = new DefaultKafkaClientSupplier();
    private final AtomicInteger held = new AtomicInteger();
    private final Predicate<TopicPartition> partition;
    private final AtomicInteger calls = new AtomicInteger();
    private final int first;
    private final Runnable before;

    /**
     * @param first the call at which it happens, from 1
     * @param before happens in the committer's thread, once
     */
    public LateOffsets(Predicate<TopicPartition> partition, int first, Runnable before) {
        this.first = first;
        this.partition = partition;
        this.before = before;
    }

    /** How often something has happened. */
    public int held() {
        return held.get();
    }

    @Override
    @SuppressWarnings("unchecked") // a proxy of the very interface
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        Producer<byte[], byte[]> producer = real.getProducer(config);
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Producer.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("sendOffsetsToTransaction")
                            && ((Map<TopicPartition, ?>) arguments[0])
                                    .keySet().stream().anyMatch(partition)
                            && calls.incrementAndGet() >= first
                            && held.compareAndSet(0, 1)) {
                        before.run();
                    }
                    try {
                        return method.invoke(producer, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return real.getAdmin(config);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return real.getConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return real.getRestoreConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return real.getGlobalConsumer(config);
    }
}
