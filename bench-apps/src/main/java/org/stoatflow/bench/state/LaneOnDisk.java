package org.stoatflow.bench.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.state.rocks.RocksSettings;
import org.stoatflow.stores.EngineStoreBuilder;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.StoreBuilder;

/** A lane with one store, over a database in a folder of its own. One thread. */
final class LaneOnDisk<S extends StateStore> implements AutoCloseable {
    /** How many rows an epoch has. */
    static final int EPOCH = 10_000;

    private static final SerdeDefaults SERDES =
            new SerdeDefaults(Serdes.ByteArray(), Serdes.ByteArray(), store -> "bench-" + store + "-changelog");

    private final StoreDescription store;
    private final Path folder;
    private StateEngine engine;
    private LaneState lane;

    LaneOnDisk(StoreBuilder<S> builder) throws IOException {
        store = ((EngineStoreBuilder) builder).description();
        folder = Files.createTempDirectory("stoatflow-bench-state");
        engine = open(RocksSettings.defaults());
        lane = lane();
    }

    private StateEngine open(RocksSettings settings) {
        return StateEngines.openRocks(folder.resolve("state"), List.of(store), settings);
    }

    private LaneState lane() {
        LaneState made = new LaneState(engine, List.of(store), new StillRecord(), SERDES);
        made.partition(0);
        return made;
    }

    /**
     * Opens the database anew, which writes what is in the write buffers to files; so nothing is read from them.
     *
     * @param memoryBytes what RocksDB may take; 0 for the default
     */
    void reopen(long memoryBytes) {
        lane.close();
        engine.close();
        RocksSettings settings = RocksSettings.defaults();
        engine = open(memoryBytes == 0 ? settings : settings.withMemoryBytes(memoryBytes));
        lane = lane();
    }

    /** The store that processors are given. */
    @SuppressWarnings("unchecked") // the lane's only store is made by that builder
    S store() {
        return (S) lane.store(store.name());
    }

    /** Writes rows by their numbers, and commits an epoch after each {@link #EPOCH} of them. */
    void load(long rows, LongConsumer write) {
        for (long row = 0; row < rows; row++) {
            write.accept(row);
            if ((row + 1) % EPOCH == 0) {
                apply(seal());
            }
        }
        apply(seal());
    }

    SealedState seal() {
        return lane.seal((storeId, partition, key, value, timestamp, headers) -> {});
    }

    void apply(SealedState sealed) {
        StateBatch batch = new StateBatch(0);
        sealed.addTo(batch);
        engine.apply(batch);
        sealed.markApplied();
    }

    @Override
    public void close() throws IOException {
        lane.close();
        engine.close();
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.toList().reversed();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    /** A record that is always the same. */
    private static final class StillRecord implements CurrentRecord {
        private final Headers headers = new RecordHeaders();

        @Override
        public long timestamp() {
            return 0;
        }

        @Override
        public Headers headers() {
            return headers;
        }
    }
}
