package org.stoatflow.streams.processor.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.processor.internals.NoOpProcessorWrapper;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/** Suppliers that are wrapped without a change make the same processors, and bring the same stores. */
class ProcessorWrapperTest {
    private final List<Object> made = new ArrayList<>();

    private final List<Object> processors = new ArrayList<>();

    private final Set<StoreBuilder<?>> stores =
            Set.of(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String()));

    private final ProcessorSupplier<String, String, String, String> supplier = new ProcessorSupplier<>() {
        @Override
        public Processor<String, String, String, String> get() {
            Processor<String, String, String, String> processor = made::add;
            processors.add(processor);
            return processor;
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return stores;
        }
    };

    private final FixedKeyProcessorSupplier<String, String, String> fixed = new FixedKeyProcessorSupplier<>() {
        @Override
        public FixedKeyProcessor<String, String, String> get() {
            FixedKeyProcessor<String, String, String> processor = made::add;
            processors.add(processor);
            return processor;
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return stores;
        }
    };

    @Test
    void shouldGiveTheProcessorsAndStoresOfTheSupplier() {
        NoOpProcessorWrapper wrapper = new NoOpProcessorWrapper();
        WrappedProcessorSupplier<String, String, String, String> wrapped =
                wrapper.wrapProcessorSupplier("name", supplier);
        assertSame(stores, wrapped.stores());
        assertNotSame(wrapped.get(), wrapped.get());
        WrappedFixedKeyProcessorSupplier<String, String, String> wrappedFixed =
                wrapper.wrapFixedKeyProcessorSupplier("name", fixed);
        assertSame(stores, wrappedFixed.stores());
        assertSame(wrappedFixed.get(), processors.getLast());
        assertEquals(3, processors.size());
    }
}
