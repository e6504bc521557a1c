package org.stoatflow.state.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.CommittedStores;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** A store's view needs no lane: a query on another thread has one over what is committed. */
class CommittedViewTest {
    private static final StoreDescription STORE = TestStores.store(true, "s", true, Serdes.String(), Serdes.String());

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
                        TimestampedKeyValueStore<String, String> view = (TimestampedKeyValueStore<String, String>)
                                CommittedStores.of(engine, STORE, 1, TestStores.BYTES_BY_DEFAULT);
                        try (KeyValueIterator<String, ValueAndTimestamp<String>> rows = view.all()) {
                            List<Object> found = new java.util.ArrayList<>();
                            rows.forEachRemaining(row -> found.add(row.key + "=" + row.value));
                            found.add(view.get("a"));
                            assertNull(view.get("b"));
                            assertThrows(UnsupportedOperationException.class, () -> view.delete("a"));
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
