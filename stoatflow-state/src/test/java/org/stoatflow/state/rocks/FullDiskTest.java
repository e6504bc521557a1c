package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Env;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileManager;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.DeclaredStore;
import org.stoatflow.state.Removal;
import org.stoatflow.state.RowLayout;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.StoreLoss;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.state.RocksDBConfigSetter;

/** RocksDB is given only so much room, and refuses to write more as where a disk is full. */
class FullDiskTest {
    private static final RocksSettings SMALL = RocksSettings.defaults().withMemoryBytes(8 << 20);
    private static final DeclaredStore STORE = new DeclaredStore("a", RowLayout.PLAIN, true, 0);
    private static final int ROWS_MAX = 5_000;

    @TempDir
    Path folder;

    /** Bounds the room of the database. */
    public static final class Room implements RocksDBConfigSetter {
        static volatile long bytes;
        private @Nullable SstFileManager room;

        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            try {
                SstFileManager made = new SstFileManager(Env.getDefault());
                made.setMaxAllowedSpaceUsage(bytes);
                options.setSstFileManager(made);
                room = made;
            } catch (RocksDBException failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public void close(String storeName, Options options) {
            Objects.requireNonNull(room).close();
        }
    }

    private StateEngine open(long roomBytes) {
        Room.bytes = roomBytes;
        RocksTuning tuning = RocksTuning.of(new StreamsConfig(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "app",
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                "localhost:1",
                StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
                Room.class)));
        return RocksStateEngine.open(folder, List.of(STORE), SMALL, tuning, Removal.NONE);
    }

    @Test
    void shouldSayThatTheDiskIsFullAndKeepWhatIsCommitted() throws IOException {
        int written = 0;
        try (StateEngine engine = open(2 << 20)) {
            StateDiskException met = null;
            while (met == null) {
                assertTrue(written < ROWS_MAX, "the room has no end");
                met = put(engine, written);
                if (met == null) {
                    written++;
                }
            }
            assertEquals(StateDiskException.Kind.FULL, met.kind(), met.getMessage());
            assertTrue(met.getMessage().contains("The disk of " + folder + " is full: free space"), met.getMessage());
            assertSame(met, assertThrows(StateDiskException.class, engine::requireSound));
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    List.of("lock", "rocksdb", "rocksdb.manifest"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        try (StateEngine engine = open(0)) { // no bound: somebody has freed space
            assertEquals(StoreLoss.NONE, engine.lossOf(0));
            long position =
                    Objects.requireNonNull(engine.changelogPosition(0, 0)).nextOffset();
            assertTrue(position == written || position == written + 1, "position " + position + " of " + written);
            assertEquals(position, rows(engine));
            assertNull(put(engine, (int) position));
        }
    }

    private static @Nullable StateDiskException put(StateEngine engine, int row) {
        byte[] value = new byte[8_192];
        new Random(row).nextBytes(value);
        StateBatch batch = new StateBatch(0);
        batch.put(0, 0, ByteBuffer.allocate(4).putInt(row).array(), value);
        batch.position(0, 0, row + 1);
        try {
            engine.apply(batch);
            return null;
        } catch (StateDiskException met) {
            return met;
        }
    }

    private static long rows(StateEngine engine) {
        long rows = 0;
        try (CommittedScan scan = engine.scan(0, 0, null, null, true)) {
            while (scan.next()) {
                rows++;
            }
        }
        return rows;
    }
}
