package org.stoatflow.runtime.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.stoatflow.streams.KafkaClientSupplier;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * Kafka's clients, except for a source consumer that reports a new generation of its group late, as a consumer does
 * whose thread is held up after a poll. Commits meanwhile carry the old generation.
 */
public final class LateGenerations implements KafkaClientSupplier {
    private static final long LATE_NS = 200_000_000;

    private final KafkaClientSupplier real = new DefaultKafkaClientSupplier();

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return real.getAdmin(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return real.getProducer(config);
    }

    @Override
    @SuppressWarnings("unchecked") // a proxy of the very interface
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        Consumer<byte[], byte[]> consumer = real.getConsumer(config);
        Told told = new Told();
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Consumer.class}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(consumer, arguments);
                        return result instanceof ConsumerGroupMetadata now ? told.late(now) : result;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    /** The polling thread's. */
    private static final class Told {
        private ConsumerGroupMetadata last;
        private long changedNs;
        private boolean changed;

        ConsumerGroupMetadata late(ConsumerGroupMetadata now) {
            if (last == null || last.generationId() < 1 || last.generationId() == now.generationId()) {
                last = now;
                return now;
            }
            if (!changed) {
                changed = true;
                changedNs = System.nanoTime();
            }
            if (System.nanoTime() - changedNs < LATE_NS) {
                return last;
            }
            changed = false;
            last = now;
            return now;
        }
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
