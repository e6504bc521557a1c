package org.stoatflow.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.Traits;

/**
 * Counts in stores whose rows a user's class keeps, in memory and on disk, beside stores that are wholly the user's.
 * What it puts out is what the user's class says; a store of ours has the counts, too.
 */
final class UsersStores extends ContextualProcessor<String, String, String, Long> {
    static final String COUNTS = "by-key";
    static final String HEAP_ROWS = "users-heap-rows";
    static final String DISK_ROWS = "users-disk-rows";
    private static final String HEAP = "own-heap";
    private static final String DISK = "own-disk";
    private static final String OTHER_DISK = "own-other-disk";
    private static final Duration INTERVAL = Duration.ofMillis(8);

    private final UserCode code;

    @SuppressWarnings("NullAway.Init")
    private TimestampedKeyValueStore<String, Long> counts;

    @SuppressWarnings("NullAway.Init")
    private KeyValueStore<String, Long> heapRows;

    @SuppressWarnings("NullAway.Init")
    private KeyValueStore<String, Long> diskRows;

    private List<OwnStore> own = List.of();

    private UsersStores(UserCode code) {
        this.code = code;
    }

    static LogicalTopology topology(UserCode code, int partitions) {
        return new HandMade()
                .source("keyed", "keyed", Serdes.String())
                .sink("to-hop", "hop", Serdes.String(), "keyed")
                .hop("hop", partitions)
                .source("hop", "hop", Serdes.String())
                .processor(
                        "count",
                        () -> new UsersStores(code),
                        Traits.USER,
                        List.of(COUNTS, HEAP_ROWS, DISK_ROWS, HEAP, DISK, OTHER_DISK),
                        "hop")
                .counts(COUNTS, "count")
                .store(rows(new OwnRows.Supplier(HEAP_ROWS, code, false)), "count")
                .store(rows(new OwnRows.Supplier(DISK_ROWS, code, true)), "count")
                .store(new OwnStore.Builder(HEAP, code, false), "count")
                .store(new OwnStore.Builder(DISK, code, true), "count")
                .store(new OwnStore.Builder(OTHER_DISK, code, true), "count")
                .sink("to-counts", "counts", Serdes.Long(), "count")
                .build();
    }

    private static StoreBuilder<?> rows(OwnRows.Supplier supplier) {
        return Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.Long());
    }

    @Override
    public void init(ProcessorContext<String, Long> context) {
        super.init(context);
        counts = context.getStateStore(COUNTS);
        heapRows = context.getStateStore(HEAP_ROWS);
        diskRows = context.getStateStore(DISK_ROWS);
        own = List.of(context.getStateStore(HEAP), context.getStateStore(DISK), context.getStateStore(OTHER_DISK));
        context.schedule(
                INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> code.calls().callback(Callback.PUNCTUATOR));
        code.calls().callback(Callback.INIT);
    }

    @Override
    public void process(Record<String, String> record) {
        String id = own.getLast().call(() -> code.pass(record.value()));
        for (OwnStore store : own) {
            store.write(Bytes.wrap(utf8(record.key())), utf8(id));
        }
        ValueAndTimestamp<Long> before = counts.get(record.key());
        counts.put(record.key(), ValueAndTimestamp.make(before == null ? 1 : before.value() + 1, record.timestamp()));
        long onHeap = raised(heapRows, record.key());
        long onDisk = raised(diskRows, record.key());
        code.calls().requireSame(onHeap, onDisk, record.key());
        code.ends(id);
        context().forward(record.withValue(onHeap));
    }

    private static long raised(KeyValueStore<String, Long> store, String key) {
        Long before = store.get(key);
        long count = before == null ? 1 : before + 1;
        store.put(key, count);
        return count;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        code.calls().callback(Callback.CLOSE);
    }
}
