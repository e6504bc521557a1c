package org.stoatflow.simulation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;

/** A consumer that says of partitions that are revoked that they are lost. */
final class LosingConsumer {
    private LosingConsumer() {}

    @SuppressWarnings("unchecked") // the interface has type parameters, and its class has none
    static Consumer<byte[], byte[]> of(Consumer<byte[], byte[]> consumer) {
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                LosingConsumer.class.getClassLoader(), new Class<?>[] {Consumer.class}, (proxy, method, arguments) -> {
                    for (int i = 0; arguments != null && i < arguments.length; i++) {
                        if (arguments[i] instanceof ConsumerRebalanceListener listener) {
                            arguments[i] = new Losing(listener);
                        }
                    }
                    try {
                        return method.invoke(consumer, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private record Losing(ConsumerRebalanceListener listener) implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            listener.onPartitionsAssigned(partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            listener.onPartitionsLost(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            listener.onPartitionsLost(partitions);
        }
    }
}
