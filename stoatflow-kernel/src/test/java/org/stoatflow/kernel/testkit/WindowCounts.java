package org.stoatflow.kernel.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
import org.stoatflow.topology.TimeDriven;

/**
 * A minimal operator that waits for stream time: counts records by key and window, and forwards {@code start:count}
 * once the window's end and a grace are over. Rows of its store are {@code start|key} and {@code count@latest
 * timestamp}.
 */
public final class WindowCounts implements Processor<String, String, String, String>, DueRows {
    private final String storeName;
    private final long sizeMs;
    private final long graceMs;
    private ProcessorContext<String, String> context;
    private KeyValueStore<String, String> store;
    private OperatorClock clock;

    private WindowCounts(String storeName, long sizeMs, long graceMs) {
        this.storeName = storeName;
        this.sizeMs = sizeMs;
        this.graceMs = graceMs;
    }

    /** Supplies the operators, for a store of strings. */
    public record Supplier(String store, long sizeMs, long graceMs)
            implements ProcessorSupplier<String, String, String, String>, TimeDriven {
        @Override
        public Processor<String, String, String, String> get() {
            return new WindowCounts(store, sizeMs, graceMs);
        }
    }

    @Override
    public void init(ProcessorContext<String, String> newContext) {
        context = newContext;
        store = newContext.getStateStore(storeName);
        clock = ((OperatorHooks) newContext).clock(this);
    }

    @Override
    public void process(Record<String, String> record) {
        clock.observe(record.timestamp());
        long start = record.timestamp() - record.timestamp() % sizeMs;
        if (dueMs(start) <= clock.laneTimeMs()) {
            return; // late
        }
        String row = String.format("%015d|%s", start, record.key());
        String before = store.get(row);
        long count = before == null ? 1 : count(before) + 1;
        long latest = before == null ? record.timestamp() : Math.max(latest(before), record.timestamp());
        store.put(row, count + "@" + latest);
    }

    private long dueMs(long start) {
        return start + sizeMs + graceMs;
    }

    private static long count(String value) {
        return Long.parseLong(value.substring(0, value.indexOf('@')));
    }

    private static long latest(String value) {
        return Long.parseLong(value.substring(value.indexOf('@') + 1));
    }

    private static long start(String row) {
        return Long.parseLong(row.substring(0, row.indexOf('|')));
    }

    private static String key(String row) {
        return row.substring(row.indexOf('|') + 1);
    }

    private List<KeyValue<String, String>> own(int partition) {
        List<KeyValue<String, String>> own = new ArrayList<>();
        try (KeyValueIterator<String, String> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, String> row = all.next();
                if (clock.owns(partition, key(row.key).getBytes(StandardCharsets.UTF_8))) {
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
                .mapToLong(row -> dueMs(start(row.key)) - 1)
                .min()
                .orElse(NEVER);
    }

    @Override
    public void onDue(int partition, long streamTimeMs) {
        for (KeyValue<String, String> row : own(partition)) {
            long start = start(row.key);
            if (dueMs(start) <= streamTimeMs) {
                store.delete(row.key);
                context.forward(new Record<>(key(row.key), start + ":" + count(row.value), start + sizeMs));
            }
        }
    }
}
