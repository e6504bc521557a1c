package org.stoatflow.runtime.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * Kafka's clients, with the consumer of the sources wrapped: it hands over a few records for each poll and keeps the
 * others back, now and then leaves the thread interrupted, and is of a class that knows no options of a close.
 */
public final class OldWrapper extends DefaultKafkaClientSupplier {
    private static final int RECORDS_OF_A_POLL = 20;
    private static final int INTERRUPTS = 3;

    private final AtomicInteger interrupts = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicInteger opened = new AtomicInteger();

    /** How many consumers are made and not closed. */
    public int open() {
        return opened.get() - closed.get();
    }

    /** How often it has left the thread interrupted. */
    public int interrupts() {
        return interrupts.get();
    }

    @Override
    @SuppressWarnings("unchecked") // a proxy of the very interface
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        Consumer<byte[], byte[]> consumer = super.getConsumer(config);
        ArrayDeque<ConsumerRecord<byte[], byte[]>> kept = new ArrayDeque<>();
        opened.incrementAndGet();
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Consumer.class}, (proxy, method, arguments) -> {
                    if (arguments != null && arguments[0] instanceof CloseOptions) {
                        throw new AbstractMethodError("close with options");
                    }
                    try {
                        Object answer = method.invoke(consumer, arguments);
                        if (method.getName().equals("close")) {
                            closed.incrementAndGet();
                        }
                        return answer instanceof ConsumerRecords<?, ?>
                                ? some((ConsumerRecords<byte[], byte[]>) answer, kept)
                                : answer;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private ConsumerRecords<byte[], byte[]> some(
            ConsumerRecords<byte[], byte[]> polled, ArrayDeque<ConsumerRecord<byte[], byte[]>> kept) {
        polled.forEach(kept::add);
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> given = new HashMap<>();
        for (int i = 0; i < RECORDS_OF_A_POLL && !kept.isEmpty(); i++) {
            ConsumerRecord<byte[], byte[]> record = kept.remove();
            given.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), any -> new ArrayList<>())
                    .add(record);
        }
        if (!given.isEmpty() && interrupts.get() < INTERRUPTS) {
            interrupts.incrementAndGet();
            Thread.currentThread().interrupt();
        }
        return new ConsumerRecords<>(given, Map.of());
    }
}
