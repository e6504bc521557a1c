package org.stoatflow.state.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.CommittedStores;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Threads that share a view of committed rows are each given the row of their key, with its timestamp. */
class SharedViewTest {
    private static final StoreDescription STORE = TestStores.store(true, "s", true, Serdes.String(), Serdes.String());
    private static final List<String> KEYS = List.of("a", "b", "c", "d");
    private static final int READS = 100_000;

    @Test
    @SuppressWarnings("unchecked") // the store is described above
    void shouldGiveEachThreadItsRows() {
        try (StateEngine engine = StateEngines.inMemory(List.of(STORE))) {
            StateBatch batch = new StateBatch(0);
            for (String key : KEYS) {
                byte[] bytes = {(byte) key.charAt(0)};
                batch.put(0, 0, bytes, ValueLayout.TIMESTAMPED.stored(bytes, key.charAt(0)));
            }
            engine.apply(batch);
            TimestampedKeyValueStore<String, String> view = (TimestampedKeyValueStore<String, String>)
                    CommittedStores.of(engine, STORE, 0, TestStores.BYTES_BY_DEFAULT);
            List<CompletableFuture<Void>> readers = new ArrayList<>();
            IntStream.range(0, KEYS.size()).forEach(at -> readers.add(read(view, at)));
            readers.forEach(CompletableFuture::join);
        }
    }

    private static CompletableFuture<Void> read(TimestampedKeyValueStore<String, String> view, int at) {
        CompletableFuture<Void> reader = new CompletableFuture<>();
        Thread.ofPlatform()
                .start(() -> reader.completeAsync(
                        () -> {
                            for (int read = 0; read < READS; read++) {
                                String key = KEYS.get((at + read / 2) % KEYS.size());
                                assertEquals(ValueAndTimestamp.make(key, key.charAt(0)), view.get(key));
                            }
                            return null;
                        },
                        Runnable::run));
        return reader;
    }
}
