package org.stoatflow.simulation;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.operator.Change;
import org.stoatflow.operator.TableSupplier;
import org.stoatflow.operator.TableSuppression;
import org.stoatflow.operator.TableView;
import org.stoatflow.operator.UpdateBuffer;
import org.stoatflow.stores.BuiltInStoreBuilder;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.kstream.internals.StrictBuffer;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.LogicalTopology;

/**
 * Counts records by key and window, as a table whose updates are held back until stream time has come to the window's
 * end. So a window goes over a hop once, with all its records. Updates have the time of the window's start, and their
 * keys are {@code start|key}.
 */
final class Suppressing {
    static final String HELD = "held";
    private static final String COUNTS = "windows";

    private Suppressing() {}

    static LogicalTopology topology(UserCode code, int partitions) {
        CountingSupplier counting = new CountingSupplier(code);
        StoreBuilder<UpdateBuffer<String, Long>> buffer = BuiltInStoreBuilder.<UpdateBuffer<String, Long>>inMemory(
                        HELD, new StoreSettings.Buffer(), new SerdeChoice(Serdes.String(), Serdes.Long()))
                .withLoggingEnabled(Map.of());
        TableSuppression<String, Long> holding = new TableSuppression<>(
                counting,
                TableSuppression.Rule.afterDelay(
                        "hold", WindowCounting.SIZE_MS, new StrictBuffer(Long.MAX_VALUE, Long.MAX_VALUE, Map.of())),
                buffer);
        return new HandMade()
                .source("keyed", "keyed", Serdes.String())
                .processor("count", counting, HandMade.OPERATOR, List.of(COUNTS), "keyed")
                .strings(COUNTS, "count")
                .processor("hold", holding, HandMade.OPERATOR, List.of(HELD), "count")
                .store(buffer, "hold")
                .processor("tell", Telling::new, HandMade.OPERATOR, List.of(), "hold")
                .sink("to-hop", "hop", Serdes.String(), "tell")
                .source("hop", "hop", Serdes.String())
                .sink("to-closed", "closed", Serdes.String(), "hop")
                .hop("hop", partitions)
                .build();
    }

    private record CountingSupplier(UserCode code) implements TableSupplier<String, String, Long> {
        @Override
        public boolean sendOldValues(boolean materialize) {
            return true;
        }

        @Override
        public TableView<String, Long> view() {
            throw new UnsupportedOperationException("nobody reads the counts");
        }

        @Override
        public Processor<String, String, String, Change<Long>> get() {
            return new Counting(code);
        }
    }

    @SuppressWarnings("NullAway.Init")
    private static final class Counting implements Processor<String, String, String, Change<Long>> {
        private final UserCode code;
        private ProcessorContext<String, Change<Long>> context;
        private KeyValueStore<String, String> counts;

        Counting(UserCode code) {
            this.code = code;
        }

        @Override
        public void init(ProcessorContext<String, Change<Long>> newContext) {
            context = newContext;
            counts = newContext.getStateStore(COUNTS);
        }

        @Override
        public void process(Record<String, String> record) {
            long start = WindowCounting.start(record.timestamp());
            String row = start + "|" + record.key();
            String stored = counts.get(row);
            Long before = stored == null ? null : Long.valueOf(stored);
            long count = before == null ? 1 : before + 1;
            counts.put(row, "" + count);
            code.pass(record.value());
            context.forward(
                    record.withKey(row).withValue(new Change<>(count, before)).withTimestamp(start));
        }
    }

    /** Forwards {@code partition/start:count} under the key. */
    @SuppressWarnings("NullAway.Init")
    private static final class Telling implements Processor<String, Change<Long>, String, String> {
        private ProcessorContext<String, String> context;

        @Override
        public void init(ProcessorContext<String, String> newContext) {
            context = newContext;
        }

        @Override
        public void process(Record<String, Change<Long>> record) {
            int bar = record.key().indexOf('|');
            String window = context.taskId().partition() + "/" + record.key().substring(0, bar);
            context.forward(record.withKey(record.key().substring(bar + 1))
                    .withValue(window + ":" + record.value().newValue()));
        }
    }
}
