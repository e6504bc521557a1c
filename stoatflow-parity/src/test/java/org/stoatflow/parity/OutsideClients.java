package org.stoatflow.parity;

import io.opentelemetry.instrumentation.kafkaclients.v2_6.KafkaTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;

/** Libraries from outside between us and Kafka's clients, and what a user may write in their manner. */
enum OutsideClients implements Between {
    /** OpenTelemetry's interceptors, as its documentation has them set, and its reporter of metrics. */
    OPEN_TELEMETRY_INTERCEPTORS {
        @Override
        public Map<String, Object> settings() {
            Map<String, Object> settings = new HashMap<>();
            TELEMETRY
                    .consumerInterceptorConfigProperties()
                    .forEach((key, value) -> settings.put("consumer." + key, value));
            TELEMETRY
                    .producerInterceptorConfigProperties()
                    .forEach((key, value) -> settings.put("producer." + key, value));
            TELEMETRY.metricConfigProperties().forEach((key, value) -> {
                settings.put("consumer." + key, value);
                settings.put("producer." + key, value);
            });
            return settings;
        }
    },
    /** Clients that OpenTelemetry has wrapped. */
    OPEN_TELEMETRY_WRAPPED {
        @Override
        public Consumer<byte[], byte[]> wrap(Consumer<byte[], byte[]> consumer) {
            return TELEMETRY.wrap(consumer);
        }

        @Override
        public Producer<byte[], byte[]> wrap(Producer<byte[], byte[]> producer) {
            return TELEMETRY.wrap(producer);
        }
    },
    /**
     * A consumer of the user's own that hands on copies of what it has polled, by the older constructor, and that
     * throws when it has been closed.
     */
    COPYING_CONSUMER {
        @Override
        public Consumer<byte[], byte[]> wrap(Consumer<byte[], byte[]> consumer) {
            return proxy(consumer, (method, result) -> {
                if (method.equals("close")) {
                    throw new IllegalStateException("closed, but for what the user holds");
                }
                return result instanceof ConsumerRecords<?, ?> polled ? copy(polled) : result;
            });
        }
    };

    private static final KafkaTelemetry TELEMETRY = KafkaTelemetry.create(OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder().build())
            .build());

    /** @param after is given a method's name and what it has returned, and says what the caller is given */
    @SuppressWarnings("unchecked")
    private static Consumer<byte[], byte[]> proxy(
            Consumer<byte[], byte[]> consumer, BiFunction<String, Object, Object> after) {
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                OutsideClients.class.getClassLoader(), new Class<?>[] {Consumer.class}, (proxy, method, arguments) -> {
                    try {
                        return after.apply(method.getName(), method.invoke(consumer, arguments));
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    @SuppressWarnings("removal") // what is older than KIP-1094 knows no other one
    private static <K, V> ConsumerRecords<K, V> copy(ConsumerRecords<K, V> polled) {
        Map<TopicPartition, List<ConsumerRecord<K, V>>> copies = new HashMap<>();
        polled.partitions().forEach(partition -> copies.put(partition, new ArrayList<>(polled.records(partition))));
        return new ConsumerRecords<>(copies);
    }
}
