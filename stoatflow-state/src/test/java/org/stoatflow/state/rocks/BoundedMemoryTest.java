package org.stoatflow.state.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.stores.StoreDescription;

/**
 * A process with many stores that are all written and read takes no more resident memory for its state than the bound
 * of RocksDB says, and no write waits for a flush or compaction.
 */
@Tag("long")
class BoundedMemoryTest {
    private static final int STORES = 32;
    private static final int KEYS = Integer.getInteger("stoatflow.memory.keys", 2_500_000);
    private static final int EPOCH = 10_000;
    private static final int VALUE_BYTES = 100;
    private static final long MIB = 1L << 20;
    private static final long BOUND = 128 * MIB;

    /**
     * What the process takes beside its heap and the state's bound, whatever that is: compiled code, RocksDB's own
     * objects, the allocator's arenas. Measured: 51 to 61 MiB (docs/design/037).
     */
    private static final long BESIDE = 96 * MIB;

    private static final RocksSettings SETTINGS = RocksSettings.defaults().withMemoryBytes(BOUND);

    @TempDir
    Path folder;

    @Test
    void shouldStayInItsBoundWithoutWriteStalls() throws Exception {
        StateFolderTest.Child child = StateFolderTest.Child.start(
                List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch"), Load.class, folder.toString());
        long before = Long.parseLong(child.line());
        long most = Long.parseLong(child.line());
        child.process().waitFor();
        long taken = most - before;
        assertTrue(taken <= BOUND + BESIDE, taken / MIB + " MiB");
        assertEquals(List.of(), stalls(), "RocksDB's log");
    }

    private List<String> stalls() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("LOG"))
                    .flatMap(BoundedMemoryTest::lines)
                    .filter(line -> line.contains("Stalling writes") || line.contains("Stopping writes"))
                    .toList();
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    /** Writes as many rows as there are keys, in epochs and over all stores, and reads one for each that it writes. */
    static final class Load {
        private Load() {}

        public static void main(String[] args) throws IOException {
            List<StoreDescription> stores = IntStream.range(0, STORES)
                    .mapToObj(number -> TestStores.plain("store-" + number))
                    .toList();
            Random random = new Random(42);
            long begin = System.nanoTime();
            System.out.println(resident("VmRSS:"));
            try (StateEngine engine = StateEngines.openRocks(Path.of(args[0]), stores, SETTINGS)) {
                byte[] value = new byte[VALUE_BYTES];
                for (int written = 0; written < KEYS; written += EPOCH) {
                    StateBatch batch = new StateBatch(written);
                    for (int i = 0; i < EPOCH; i++) {
                        random.nextBytes(value);
                        batch.put(random.nextInt(STORES), random.nextInt(4), key(random), value.clone());
                    }
                    engine.apply(batch);
                    for (int i = 0; i < EPOCH; i++) {
                        engine.get(random.nextInt(STORES), random.nextInt(4), key(random));
                    }
                }
                System.out.println(resident("VmHWM:"));
            }
            System.err.println((System.nanoTime() - begin) / 1_000_000 + " ms");
        }

        private static byte[] key(Random random) {
            return ByteBuffer.allocate(16)
                    .putLong(random.nextInt(KEYS))
                    .putLong(1)
                    .array();
        }

        /** Of this process, in bytes. */
        private static long resident(String name) throws IOException {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(name)) {
                    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
                }
            }
            throw new IOException("no " + name + " in /proc/self/status");
        }
    }
}
