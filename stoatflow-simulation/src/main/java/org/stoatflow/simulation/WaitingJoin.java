package org.stoatflow.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.operator.RecordBuffer;
import org.stoatflow.operator.TableReader;
import org.stoatflow.operator.TableView;
import org.stoatflow.operator.WaitingTableJoin;
import org.stoatflow.stores.BuiltInStoreBuilder;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.topology.LogicalTopology;

/**
 * Counts records by key and window. Each record waits for its window's end, as the stream of a join with a grace
 * period, and is then joined with the window's count. The one that raised the count last goes over a hop: so a window
 * goes once, with all its records. Records that wait have the time of the window's start, and their keys are {@code
 * start|key}.
 */
final class WaitingJoin {
    static final String HELD = "held";
    private static final String COUNTS = "windows";

    private WaitingJoin() {}

    static LogicalTopology topology(UserCode code, int partitions) {
        StoreBuilder<RecordBuffer<String, String>> buffer = BuiltInStoreBuilder.<RecordBuffer<String, String>>onDisk(
                        HELD, new StoreSettings.Waiting("join"), new SerdeChoice(Serdes.String(), Serdes.String()))
                .withLoggingEnabled(Map.of());
        WaitingTableJoin<String, String, String, String> join = new WaitingTableJoin<>(
                new Counts(), (key, raisedTo, count) -> raisedTo + "/" + count, false, WindowCounting.SIZE_MS, buffer);
        return new HandMade()
                .source("keyed", "keyed", Serdes.String())
                .processor("count", () -> new Counting(code), HandMade.OPERATOR, List.of(COUNTS), "keyed")
                .strings(COUNTS, "count", "join")
                .processor("join", join, HandMade.OPERATOR, List.of(HELD, COUNTS), "count")
                .store(buffer, "join")
                .processor("tell", Telling::new, HandMade.OPERATOR, List.of(), "join")
                .sink("to-hop", "hop", Serdes.String(), "tell")
                .source("hop", "hop", Serdes.String())
                .sink("to-closed", "closed", Serdes.String(), "hop")
                .hop("hop", partitions)
                .build();
    }

    /** Forwards the count that a record makes. */
    @SuppressWarnings("NullAway.Init")
    private static final class Counting implements Processor<String, String, String, String> {
        private final UserCode code;
        private ProcessorContext<String, String> context;
        private KeyValueStore<String, String> counts;

        Counting(UserCode code) {
            this.code = code;
        }

        @Override
        public void init(ProcessorContext<String, String> newContext) {
            context = newContext;
            counts = newContext.getStateStore(COUNTS);
        }

        @Override
        public void process(Record<String, String> record) {
            long start = WindowCounting.start(record.timestamp());
            String row = start + "|" + record.key();
            String before = counts.get(row);
            String count = before == null ? "1" : "" + (Long.parseLong(before) + 1);
            counts.put(row, count);
            code.pass(record.value());
            context.forward(record.withKey(row).withValue(count).withTimestamp(start));
        }
    }

    /** The counts as a table, of which nobody asks for what they were. */
    private static final class Counts implements TableView<String, String> {
        @Override
        public Set<String> stores() {
            return Set.of(COUNTS);
        }

        @Override
        public TableReader<String, String> open(ProcessorContext<?, ?> context) {
            KeyValueStore<String, String> counts = context.getStateStore(COUNTS);
            return new TableReader<>() {
                @Override
                public @Nullable String read(String key) {
                    return counts.get(key);
                }

                @Override
                public boolean versioned() {
                    return true;
                }

                @Override
                public @Nullable String read(String key, long asOfMs) {
                    return counts.get(key);
                }

                @Override
                public long timestamp() {
                    throw new UnsupportedOperationException("nobody asks for times");
                }
            };
        }
    }

    /** Forwards {@code partition/start:count} under the key. */
    @SuppressWarnings("NullAway.Init")
    private static final class Telling implements Processor<String, String, String, String> {
        private ProcessorContext<String, String> context;

        @Override
        public void init(ProcessorContext<String, String> newContext) {
            context = newContext;
        }

        @Override
        public void process(Record<String, String> record) {
            int slash = record.value().indexOf('/');
            String count = record.value().substring(slash + 1);
            if (record.value().substring(0, slash).equals(count)) {
                int bar = record.key().indexOf('|');
                String window =
                        context.taskId().partition() + "/" + record.key().substring(0, bar);
                context.forward(record.withKey(record.key().substring(bar + 1)).withValue(window + ":" + count));
            }
        }
    }
}
