package org.stoatflow.opentelemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Notes each record that goes out, and carries a context, by a span "TOPIC send" below that context; the record carries
 * the new span to whoever reads it. Changelog records are left alone: those of stores with headers have a row's
 * context.
 *
 * <p>Settings: {@code producer.interceptor.classes} names this class. Threads: the committer's, and the producer's.
 */
public final class TracingProducerInterceptor implements ProducerInterceptor<Object, Object> {
    private static final String CHANGELOG = "-changelog"; // rows keep the context that they have

    /** For Kafka, which makes it. */
    public TracingProducerInterceptor() {}

    @Override
    public ProducerRecord<Object, Object> onSend(ProducerRecord<Object, Object> record) {
        if (!record.topic().endsWith(CHANGELOG)
                && record.headers().iterator().hasNext()
                && Span.fromContext(Traces.of(record.headers()))
                        .getSpanContext()
                        .isValid()) {
            Traces.pass(record.topic() + " send", SpanKind.PRODUCER, record.topic(), record.headers());
        }
        return record;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failure) {}

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
