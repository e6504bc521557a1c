package org.stoatflow.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.operator.DueRows;
import org.stoatflow.operator.OperatorClock;
import org.stoatflow.operator.OperatorHooks;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.TimeDriven;
import org.stoatflow.topology.Traits;

/**
 * Counts records by key and window, and forwards {@code partition/start:count} once stream time has come to the
 * window's end. Rows are {@code start|key} and {@code count@latest timestamp}.
 */
@SuppressWarnings("NullAway.Init")
final class WindowCounting implements Processor<String, String, String, String>, DueRows {
    static final String STORE = "windows";
    static final long SIZE_MS = 12;

    private final UserCode code;
    private ProcessorContext<String, String> context;
    private KeyValueStore<String, String> store;
    private OperatorClock clock;

    private WindowCounting(UserCode code) {
        this.code = code;
    }

    /** Supplies the processors. */
    record Supplier(UserCode code) implements ProcessorSupplier<String, String, String, String>, TimeDriven {
        @Override
        public Processor<String, String, String, String> get() {
            return new WindowCounting(code);
        }
    }

    static long start(long timestamp) {
        return timestamp - timestamp % SIZE_MS;
    }

    @Override
    public void init(ProcessorContext<String, String> newContext) {
        context = newContext;
        store = newContext.getStateStore(STORE);
        clock = ((OperatorHooks) newContext).clock(this);
    }

    @Override
    public void process(Record<String, String> record) {
        clock.observe(record.timestamp());
        long start = start(record.timestamp());
        if (start + SIZE_MS <= clock.laneTimeMs()) {
            return; // late
        }
        String row = start + "|" + record.key();
        String before = store.get(row);
        store.put(row, (before == null ? 1 : count(before) + 1) + "@" + record.timestamp());
        code.pass(record.value());
    }

    private static long count(String value) {
        return Long.parseLong(value.substring(0, value.indexOf('@')));
    }

    private static long latest(String value) {
        return Long.parseLong(value.substring(value.indexOf('@') + 1));
    }

    private static long startOf(String row) {
        return Long.parseLong(row.substring(0, row.indexOf('|')));
    }

    private static String keyOf(String row) {
        return row.substring(row.indexOf('|') + 1);
    }

    private List<KeyValue<String, String>> own(int partition) {
        List<KeyValue<String, String>> own = new ArrayList<>();
        try (KeyValueIterator<String, String> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, String> row = all.next();
                if (clock.owns(partition, keyOf(row.key).getBytes(StandardCharsets.UTF_8))) {
                    own.add(row);
                }
            }
        }
        return own;
    }

    @Override
    public long latestMs(int partition) {
        return own(partition).stream().mapToLong(row -> latest(row.value)).max().orElse(-1);
    }

    @Override
    public long dueAfterMs(int partition) {
        return own(partition).stream()
                .mapToLong(row -> startOf(row.key) + SIZE_MS - 1)
                .min()
                .orElse(NEVER);
    }

    @Override
    public void onDue(int partition, long streamTimeMs) {
        for (KeyValue<String, String> row : own(partition)) {
            long start = startOf(row.key);
            if (start + SIZE_MS <= streamTimeMs) {
                store.delete(row.key);
                context.forward(new Record<>(
                        keyOf(row.key), partition + "/" + start + ":" + count(row.value), start + SIZE_MS));
            }
        }
    }

    /** Windows that are counted, and go over a hop when they close. */
    static LogicalTopology topology(UserCode code, int partitions, Traits traits) {
        return new HandMade()
                .source("keyed", "keyed", Serdes.String())
                .processor("count", new Supplier(code), traits, List.of(STORE), "keyed")
                .strings(STORE, "count")
                .sink("to-hop", "hop", Serdes.String(), "count")
                .source("hop", "hop", Serdes.String())
                .sink("to-closed", "closed", Serdes.String(), "hop")
                .hop("hop", partitions)
                .build();
    }
}
