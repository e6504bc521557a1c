package org.stoatflow.opentelemetry;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Reads contexts from the headers of records and writes them there. Any thread. */
final class Traces {
    private static final String SCOPE = "org.stoatflow.opentelemetry";

    private static final TextMapGetter<Headers> GETTER = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Headers headers) {
            return Arrays.stream(headers.toArray()).map(Header::key).distinct().toList();
        }

        @Override
        public @Nullable String get(@Nullable Headers headers, String key) {
            Header last = headers == null ? null : headers.lastHeader(key);
            return last == null || last.value() == null ? null : new String(last.value(), StandardCharsets.UTF_8);
        }
    };

    private Traces() {}

    /** The context that a record carries; the root where it carries none. */
    static Context of(Headers headers) {
        return propagator().extract(Context.root(), headers, GETTER);
    }

    /**
     * Notes a moment of a record's way: a span below what the record carries, which the record carries from now on. The
     * span is only a moment: what is done with the record is noted by spans below it.
     */
    static void pass(String name, SpanKind kind, String topic, Headers headers) {
        Context above = of(headers);
        Span span = tracer().spanBuilder(name)
                .setParent(above)
                .setSpanKind(kind)
                .setAttribute("messaging.system", "kafka")
                .setAttribute("messaging.destination.name", topic)
                .startSpan();
        propagator().inject(above.with(span), headers, Traces::set);
        span.end();
    }

    private static void set(@Nullable Headers headers, String key, String value) {
        if (headers != null) {
            headers.remove(key);
            headers.add(key, value.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static TextMapPropagator propagator() {
        return GlobalOpenTelemetry.getPropagators().getTextMapPropagator();
    }

    private static Tracer tracer() {
        return GlobalOpenTelemetry.getTracer(SCOPE);
    }
}
