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
 * One side of a minimal operator with two inputs: both sides count their records by key and window in one store, by one
 * clock, and one side or the other forwards {@code start:left/right} once the window's end and a grace are over. Rows
 * are {@code start|key} and {@code left/right@latest timestamp}.
 */
public final class WindowSides implements Processor<String, String, String, String>, DueRows {
    private final Supplier made;
    private ProcessorContext<String, String> context;
    private KeyValueStore<String, String> store;
    private OperatorClock clock;

    private WindowSides(Supplier made) {
        this.made = made;
    }

    /**
     * Supplies the processors of one side, for a store of strings.
     *
     * @param store name of the store, and of the group
     * @param handles whether this side handles due rows; at least one side does
     */
    public record Supplier(String store, boolean left, boolean handles, long sizeMs, long graceMs)
            implements ProcessorSupplier<String, String, String, String>, TimeDriven {
        @Override
        public Processor<String, String, String, String> get() {
            return new WindowSides(this);
        }

        @Override
        public String clockGroup(String node) {
            return store;
        }
    }

    private record Row(long left, long right, long latestMs) {
        static Row of(String text) {
            int slash = text.indexOf('/');
            int at = text.indexOf('@');
            return new Row(
                    Long.parseLong(text.substring(0, slash)),
                    Long.parseLong(text.substring(slash + 1, at)),
                    Long.parseLong(text.substring(at + 1)));
        }

        Row with(boolean toLeft, long timestamp) {
            return new Row(left + (toLeft ? 1 : 0), right + (toLeft ? 0 : 1), Math.max(latestMs, timestamp));
        }

        String counts() {
            return left + "/" + right;
        }
    }

    @Override
    public void init(ProcessorContext<String, String> newContext) {
        context = newContext;
        store = newContext.getStateStore(made.store());
        clock = ((OperatorHooks) newContext).clock(made.handles() ? this : DueRows.NONE);
    }

    @Override
    public void process(Record<String, String> record) {
        clock.observe(record.timestamp());
        long start = record.timestamp() - record.timestamp() % made.sizeMs();
        if (dueMs(start) <= clock.laneTimeMs()) {
            return; // late
        }
        String row = String.format("%015d|%s", start, record.key());
        String before = store.get(row);
        Row now = (before == null ? new Row(0, 0, 0) : Row.of(before)).with(made.left(), record.timestamp());
        store.put(row, now.counts() + "@" + now.latestMs());
    }

    private long dueMs(long start) {
        return start + made.sizeMs() + made.graceMs();
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
        return own(partition).stream()
                .mapToLong(row -> Row.of(row.value).latestMs())
                .max()
                .orElse(-1);
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
                String counts = Row.of(row.value).counts();
                context.forward(new Record<>(key(row.key), start + ":" + counts, start + made.sizeMs()));
            }
        }
    }
}
