package org.stoatflow.operator;

import java.util.Set;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.TimeDriven;
import org.stoatflow.topology.WholePartition;

/** Makes the operators of a windowed table, whose keys are those of the stream and the window that a record is in. */
abstract class WindowedSupplier<K, V, VAgg, S extends StateStore>
        implements TableSupplier<Windowed<K>, V, VAgg>, TimeDriven, WholePartition, WindowGrace {
    private final WindowedStore<S> store;
    private final boolean finalResults;
    private boolean sendOldValues;

    /** @param finalResults whether a window is forwarded once, when it closes */
    WindowedSupplier(WindowedStore<S> store, boolean finalResults) {
        this.store = store;
        this.finalResults = finalResults;
    }

    /** A new operator. */
    abstract Processor<K, V, Windowed<K>, Change<VAgg>> operator();

    final WindowedStore<S> store() {
        return store;
    }

    final boolean givesOldValues() {
        return sendOldValues;
    }

    @Override
    public final boolean sendOldValues(boolean materialize) {
        sendOldValues = true;
        return true;
    }

    @Override
    public final Set<StoreBuilder<?>> stores() {
        return Set.of(store.builder());
    }

    /** The time of all keys closes windows, and closed ones are forwarded in the order of time. */
    @Override
    public final boolean needsWholePartition() {
        return finalResults;
    }

    @Override
    public final boolean keepsForwarded() {
        return finalResults;
    }

    @Override
    public final long closingGraceMs() {
        return windowGraceMs();
    }

    @Override
    @SuppressWarnings("unchecked") // the graph gives it the stream's records; the type of keys is the table's
    public final Processor<Windowed<K>, V, Windowed<K>, Change<VAgg>> get() {
        return (Processor<Windowed<K>, V, Windowed<K>, Change<VAgg>>) (Processor<?, V, ?, ?>) operator();
    }
}
