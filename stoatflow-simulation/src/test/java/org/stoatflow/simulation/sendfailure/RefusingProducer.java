package org.stoatflow.simulation.sendfailure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A producer whose cluster takes no record for one topic. */
final class RefusingProducer {
    private RefusingProducer() {}

    @SuppressWarnings("unchecked")
    static Producer<byte[], byte[]> of(
            Producer<byte[], byte[]> producer, String topic, Supplier<? extends Exception> reason) {
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                RefusingProducer.class.getClassLoader(),
                new Class<?>[] {Producer.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("send")
                            && ((ProducerRecord<byte[], byte[]>) arguments[0])
                                    .topic()
                                    .equals(topic)) {
                        ((Callback) arguments[1]).onCompletion(null, reason.get());
                        return new CompletableFuture<>();
                    }
                    try {
                        return method.invoke(producer, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
