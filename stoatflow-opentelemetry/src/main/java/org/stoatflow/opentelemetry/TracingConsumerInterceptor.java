package org.stoatflow.opentelemetry;

import io.opentelemetry.api.trace.SpanKind;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Notes each record that comes in by a span "TOPIC receive", below the span that the record carries in its headers. The
 * record carries the new span into its lane, where {@link TracingProcessorWrapper} makes it current.
 *
 * <p>Settings: {@code main.consumer.interceptor.classes} names this class. Threads: the consumer's.
 */
public final class TracingConsumerInterceptor implements ConsumerInterceptor<Object, Object> {
    /** For Kafka, which makes it. */
    public TracingConsumerInterceptor() {}

    @Override
    public ConsumerRecords<Object, Object> onConsume(ConsumerRecords<Object, Object> records) {
        for (ConsumerRecord<Object, Object> record : records) {
            Traces.pass(record.topic() + " receive", SpanKind.CONSUMER, record.topic(), record.headers());
        }
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
