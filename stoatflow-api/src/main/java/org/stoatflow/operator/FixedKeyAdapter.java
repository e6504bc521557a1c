package org.stoatflow.operator;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.RecordAccess;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.Punctuator;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.FixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorContext;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.InternalFixedKeyRecordFactory;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.api.RecordMetadata;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Adapts fixed-key processors, so that they run as processors do.
 *
 * @param <K> the type of keys
 * @param <VIn> the type of values that come in
 * @param <VOut> the type of values that go out
 */
public final class FixedKeyAdapter<K, VIn, VOut> implements FixedKeySupplier<K, VIn, VOut> {
    private final FixedKeyProcessorSupplier<K, VIn, VOut> supplier;

    /**
     * Creates the adapter.
     *
     * @param supplier makes the user's processors
     */
    public FixedKeyAdapter(FixedKeyProcessorSupplier<K, VIn, VOut> supplier) {
        this.supplier = supplier;
    }

    @Override
    public FixedKeyProcessorSupplier<K, VIn, VOut> asFixedKey() {
        return supplier;
    }

    @Override
    public Processor<K, VIn, K, VOut> get() {
        FixedKeyProcessor<K, VIn, VOut> processor = supplier.get();
        return new Processor<>() {
            @Override
            public void init(ProcessorContext<K, VOut> context) {
                processor.init(given(context));
            }

            @Override
            public void process(Record<K, VIn> record) {
                processor.process(InternalFixedKeyRecordFactory.create(record));
            }

            @Override
            public void close() {
                processor.close();
            }
        };
    }

    @Override
    public @Nullable Set<StoreBuilder<?>> stores() {
        return supplier.stores();
    }

    /** The engine's context is of both kinds; one that a user passes on instead is not. */
    @SuppressWarnings("unchecked") // the engine's context takes any record
    private static <K, V> FixedKeyProcessorContext<K, V> given(ProcessorContext<K, V> context) {
        return context instanceof EngineContext
                ? (FixedKeyProcessorContext<K, V>) (FixedKeyProcessorContext<?, ?>) context
                : new Context<>(context);
    }

    /** The engine's context behind the one that fixed-key processors are given. */
    @SuppressWarnings("unchecked") // the engine's context takes any record
    static <K, V> ProcessorContext<K, V> engineContext(FixedKeyProcessorContext<K, V> context) {
        if (context instanceof EngineContext) {
            return (ProcessorContext<K, V>) (ProcessorContext<?, ?>) context;
        }
        if (context instanceof Context<K, V> known) {
            return known.target();
        }
        throw new IllegalArgumentException("An operator was initialised with a context of "
                + context.getClass().getName() + ": a ProcessorWrapper has to pass on the one that it is given");
    }

    /** A context that forwards by itself and passes all other calls to the engine's context. */
    private record Context<K, V>(ProcessorContext<K, V> target) implements FixedKeyProcessorContext<K, V> {
        @Override
        public <KF extends K, VF extends V> void forward(FixedKeyRecord<KF, VF> record) {
            target.forward(RecordAccess.free(record));
        }

        @Override
        public <KF extends K, VF extends V> void forward(FixedKeyRecord<KF, VF> record, String childName) {
            target.forward(RecordAccess.free(record), childName);
        }

        @Override
        public String applicationId() {
            return target.applicationId();
        }

        @Override
        public TaskId taskId() {
            return target.taskId();
        }

        @Override
        public Optional<RecordMetadata> recordMetadata() {
            return target.recordMetadata();
        }

        @Override
        public Serde<?> keySerde() {
            return target.keySerde();
        }

        @Override
        public Serde<?> valueSerde() {
            return target.valueSerde();
        }

        @Override
        public File stateDir() {
            return target.stateDir();
        }

        @Override
        public StreamsMetrics metrics() {
            return target.metrics();
        }

        @Override
        public <S extends StateStore> S getStateStore(String name) {
            return target.getStateStore(name);
        }

        @Override
        public Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback) {
            return target.schedule(interval, type, callback);
        }

        @Override
        public Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback) {
            return target.schedule(startTime, interval, type, callback);
        }

        @Override
        public void commit() {
            target.commit();
        }

        @Override
        public Map<String, Object> appConfigs() {
            return target.appConfigs();
        }

        @Override
        public Map<String, Object> appConfigsWithPrefix(String prefix) {
            return target.appConfigsWithPrefix(prefix);
        }

        @Override
        public long currentSystemTimeMs() {
            return target.currentSystemTimeMs();
        }

        @Override
        public long currentStreamTimeMs() {
            return target.currentStreamTimeMs();
        }
    }
}
