package org.stoatflow.chaos;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.StoreBuilder;

/**
 * Calls a system outside of the application for each event, from within a {@link WatchedStore}. That system sees one
 * call at a time for each key, also where a run has ended while its call goes on.
 */
final class OutsideCalls extends ContextualProcessor<String, Event, Void, Void> {
    /** Keys that the system outside is called for at the moment, in this process. */
    private static final Set<String> CALLED = ConcurrentHashMap.newKeySet();

    private final InjectedFailure injected;
    private WatchedStore store;

    @SuppressWarnings("NullAway.Init") // init comes before anything else
    private OutsideCalls(InjectedFailure injected) {
        this.injected = injected;
    }

    static ProcessorSupplier<String, Event, Void, Void> supplier(InjectedFailure injected) {
        return new ProcessorSupplier<>() {
            @Override
            public OutsideCalls get() {
                return new OutsideCalls(injected);
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return Set.of(new WatchedStore.Builder(Names.WATCHED_STORE));
            }
        };
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(Names.WATCHED_STORE);
    }

    @Override
    public void process(Record<String, Event> record) {
        boolean alone = CALLED.add(record.key());
        if (!alone) {
            WatchedStore.forbidden("two calls at once for key " + record.key());
        }
        try {
            store.call(() -> call(record.value()));
        } finally {
            if (alone) {
                CALLED.remove(record.key());
            }
        }
    }

    private void call(Event event) {
        injected.at(InjectedFailure.Place.IN_A_CALL_OUTSIDE, event.kind(), event.partition(), event.serial());
    }
}
