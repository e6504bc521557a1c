package org.stoatflow.operator;

import org.stoatflow.record.RecordAccess;
import org.stoatflow.streams.processor.api.FixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorContext;
import org.stoatflow.streams.processor.api.FixedKeyProcessorSupplier;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorSupplier;

/**
 * Supplies an operator that forwards no other keys than it was given, has no store, and so is a fixed-key processor to
 * a {@code ProcessorWrapper}, as it is in Kafka Streams.
 *
 * @param operators makes the operators
 */
public record KeyKeeping<K, VIn, VOut>(ProcessorSupplier<K, VIn, K, VOut> operators)
        implements FixedKeySupplier<K, VIn, VOut> {
    @Override
    public Processor<K, VIn, K, VOut> get() {
        return operators.get();
    }

    /**
     * The operators as fixed-key processors. They have to be initialised with the context of the engine, and not with
     * one of the wrapper's own.
     */
    @Override
    public FixedKeyProcessorSupplier<K, VIn, VOut> asFixedKey() {
        return () -> new FixedKeyOperator<>(operators.get());
    }

    private record FixedKeyOperator<K, VIn, VOut>(Processor<K, VIn, K, VOut> operator)
            implements FixedKeyProcessor<K, VIn, VOut> {
        @Override
        public void init(FixedKeyProcessorContext<K, VOut> context) {
            operator.init(FixedKeyAdapter.engineContext(context));
        }

        @Override
        public void process(FixedKeyRecord<K, VIn> record) {
            operator.process(RecordAccess.free(record));
        }

        @Override
        public void close() {
            operator.close();
        }
    }
}
