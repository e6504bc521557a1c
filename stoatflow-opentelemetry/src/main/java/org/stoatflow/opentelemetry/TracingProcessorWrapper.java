package org.stoatflow.opentelemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.stoatflow.streams.processor.api.FixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorContext;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.ProcessorWrapper;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.WrappedProcessorSupplier;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Makes the span that a record carries current while its lane processes it, so that what user code calls meanwhile is
 * traced below it. It makes no spans of its own.
 *
 * <p>Settings: {@code processor.wrapper.class} names this class, in the configuration that the {@code Topology} or
 * {@code StreamsBuilder} is made with, too. Threads: each processor's lane.
 */
public final class TracingProcessorWrapper implements ProcessorWrapper {
    /** For StoatFlow, which makes it. */
    public TracingProcessorWrapper() {}

    @Override
    public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
            String processorName, ProcessorSupplier<KIn, VIn, KOut, VOut> processorSupplier) {
        return new WrappedProcessorSupplier<>() {
            @Override
            public Processor<KIn, VIn, KOut, VOut> get() {
                return new Traced<>(processorSupplier.get());
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return processorSupplier.stores();
            }
        };
    }

    @Override
    public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
            String processorName, FixedKeyProcessorSupplier<KIn, VIn, VOut> processorSupplier) {
        return new WrappedFixedKeyProcessorSupplier<>() {
            @Override
            public FixedKeyProcessor<KIn, VIn, VOut> get() {
                return new TracedFixedKey<>(processorSupplier.get());
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return processorSupplier.stores();
            }
        };
    }

    /** The context in which a record is processed: that which it carries, or the caller's if that is of its trace. */
    private static Context contextOf(Headers headers) {
        Context current = Context.current();
        if (!headers.iterator().hasNext()) {
            return current;
        }
        Context carried;
        try {
            carried = Traces.of(headers);
        } catch (RuntimeException unreadable) { // headers are strangers': they are no failure of the record
            return current;
        }
        SpanContext span = Span.fromContext(carried).getSpanContext();
        boolean isOfIt = Span.current().getSpanContext().getTraceId().equals(span.getTraceId());
        return span.isValid() && !isOfIt ? carried : current;
    }

    /** A processor in whose calls the record's span is current. */
    private static final class Traced<KIn, VIn, KOut, VOut> implements Processor<KIn, VIn, KOut, VOut> {
        private final Processor<KIn, VIn, KOut, VOut> inner;

        Traced(Processor<KIn, VIn, KOut, VOut> inner) {
            this.inner = inner;
        }

        @Override
        public void init(ProcessorContext<KOut, VOut> context) {
            inner.init(context);
        }

        @Override
        public void process(Record<KIn, VIn> record) {
            try (Scope scope = contextOf(record.headers()).makeCurrent()) {
                inner.process(record);
            }
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    /** The same of a processor that keeps keys. */
    private static final class TracedFixedKey<KIn, VIn, VOut> implements FixedKeyProcessor<KIn, VIn, VOut> {
        private final FixedKeyProcessor<KIn, VIn, VOut> inner;

        TracedFixedKey(FixedKeyProcessor<KIn, VIn, VOut> inner) {
            this.inner = inner;
        }

        @Override
        public void init(FixedKeyProcessorContext<KIn, VOut> context) {
            inner.init(context);
        }

        @Override
        public void process(FixedKeyRecord<KIn, VIn> record) {
            try (Scope scope = contextOf(record.headers()).makeCurrent()) {
                inner.process(record);
            }
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
