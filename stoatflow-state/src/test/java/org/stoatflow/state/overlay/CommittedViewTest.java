package org.stoatflow.state.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.store.StoreContext;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** A store's view needs no lane: a query on another thread has one over what is committed. */
class CommittedViewTest {
    private static final StoreDescription STORE = TestStores.store(true, "s", true, Serdes.String(), Serdes.String());

    /** Reads only. */
    private record CommittedRows(StateEngine engine, ValueLayout values, long[] read) implements RowStore {
        @Override
        public byte[] read(int partition, byte[] key) {
            byte[] stored = engine.get(0, partition, key);
            if (stored == null) {
                return null;
            }
            read[0] = values.timestamp(stored);
            return values.plain(stored);
        }

        @Override
        public long readTimestamp() {
            return read[0];
        }

        @Override
        public RowCursor scan(int partition, byte[] from, byte[] to, boolean forward) {
            return new CommittedCursor(engine.scan(0, partition, from, to, forward), values);
        }

        @Override
        public long approximateEntries(int partition) {
            return engine.approximateEntries(0, partition);
        }

        @Override
        public void write(int partition, byte[] key, byte[] value, long timestamp) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void log(int partition, byte[] key, byte[] value, long timestamp, CopyOnWriteHeaders headers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void deleteRange(int partition, byte[] from, byte[] to) {
            throw new UnsupportedOperationException();
        }
    }

    private record Query(int partition) implements StoreContext {
        @Override
        public long timestamp() {
            throw new UnsupportedOperationException("no record is in process");
        }

        @Override
        public Headers headers() {
            return new RecordHeaders();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void requireOpen(String store) {}

        @Override
        public void onKey(String store, Object key, byte[] bytes) {}

        @Override
        public void onOpenScan(String store) {}

        @Override
        public byte[] memo(Object key) {
            return null;
        }

        @Override
        public void memo(Object key, byte[] bytes) {}

        @Override
        public void valueMemo(Object value, byte[] bytes, Class<?> serializer) {}
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldShowAnotherThreadWhatIsCommitted() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            LaneState lane =
                    new LaneState(engine, List.of(STORE), new TestStores.ManualRecord(), TestStores.BYTES_BY_DEFAULT);
            TimestampedKeyValueStore<String, String> own = (TimestampedKeyValueStore<String, String>) lane.store("s");
            lane.partition(1);
            own.put("a", ValueAndTimestamp.make("committed", 7));
            SealedState sealed = lane.seal((id, partition, key, value, timestamp, headers) -> {});
            StateBatch batch = new StateBatch(0);
            sealed.addTo(batch);
            engine.apply(batch);
            sealed.markApplied();
            own.put("a", ValueAndTimestamp.make("not committed", 8));
            own.put("b", ValueAndTimestamp.make("not committed", 8));

            List<Object> seen = CompletableFuture.supplyAsync(() -> {
                        StoreFormat format = StoreFormats.of(STORE);
                        TimestampedKeyValueStore<String, String> view =
                                (TimestampedKeyValueStore<String, String>) format.view(
                                        new Query(1),
                                        new CommittedRows(engine, format.values(), new long[1]),
                                        TestStores.BYTES_BY_DEFAULT);
                        try (KeyValueIterator<String, ValueAndTimestamp<String>> rows = view.all()) {
                            List<Object> found = new java.util.ArrayList<>();
                            rows.forEachRemaining(row -> found.add(row.key + "=" + row.value));
                            found.add(view.get("a"));
                            assertNull(view.get("b"));
                            return found;
                        }
                    })
                    .join();
            ValueAndTimestamp<String> committed = ValueAndTimestamp.make("committed", 7);
            assertEquals(List.of("a=" + committed, committed), seen);
            assertEquals(ValueAndTimestamp.make("not committed", 8), own.get("a"));
        }
    }
}
