package org.stoatflow.state;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.state.memory.MemoryStateEngine;

/** Two runs write to one state, and the earlier one is late. */
class WriteLeaseTest {
    private static final byte[] KEY = {1};
    private static final byte[] OLD = {2};
    private static final byte[] NEW = {3};
    private static final int RACES = 2_000;

    private final MemoryDisk disk = new MemoryDisk();
    private final StateEngine engine = new MemoryStateEngine(disk, Set.of("s"), 0);
    private final int store = engine.storeId("s");

    @Test
    void shouldRefuseAWriteThatComesAfterTheEnd() {
        WriteLease earlier = new WriteLease(engine);
        assertTrue(earlier.end());
        new WriteLease(engine).apply(batch(NEW));
        assertThrows(IllegalStateException.class, () -> earlier.apply(batch(OLD)));
        assertThrows(IllegalStateException.class, () -> earlier.wipe(store, 0));
        assertArrayEquals(NEW, earlier.get(store, 0, KEY));
    }

    @Test
    void shouldNotBeOverWhileAWriteIsHeldUp() throws Exception {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> held = new CompletableFuture<>();
        WriteLease earlier = new WriteLease(heldUp(begun, held));
        try (ExecutorService committer = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> earlier.apply(batch(OLD)), committer);
            begun.get(60, TimeUnit.SECONDS);
            assertFalse(earlier.end());
            assertFalse(earlier.end());
            held.complete(null);
            writing.get(60, TimeUnit.SECONDS);
        }
        assertTrue(earlier.end());
        new WriteLease(engine).apply(batch(NEW));
        assertArrayEquals(NEW, engine.get(store, 0, KEY));
    }

    /** What is written last is the later one's, wherever the end falls among the earlier one's writes. */
    @Test
    void shouldBeOverOrRefuse() throws Exception {
        AtomicInteger written = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        try (ExecutorService committer = Executors.newSingleThreadExecutor()) {
            for (int race = 0; race < RACES; race++) {
                WriteLease earlier = new WriteLease(engine);
                CompletableFuture<Void> writing = CompletableFuture.runAsync(
                        () -> {
                            try {
                                while (true) {
                                    earlier.apply(batch(OLD));
                                    written.incrementAndGet();
                                }
                            } catch (IllegalStateException over) {
                                refused.incrementAndGet();
                            }
                        },
                        committer);
                Thread.yield();
                while (!earlier.end()) {
                    Thread.yield(); // to the writer, which may have no processor of its own
                }
                new WriteLease(engine).apply(batch(NEW));
                writing.get(60, TimeUnit.SECONDS);
                assertArrayEquals(NEW, engine.get(store, 0, KEY));
            }
        }
        assertEquals(RACES, refused.get());
        assertTrue(written.get() > 0, "nothing was ever written before the end");
    }

    /** The engine, whose apply says that it has begun, and waits. */
    private StateEngine heldUp(CompletableFuture<Void> begun, CompletableFuture<Void> held) {
        return (StateEngine) Proxy.newProxyInstance(
                StateEngine.class.getClassLoader(), new Class<?>[] {StateEngine.class}, (proxy, method, arguments) -> {
                    begun.complete(null);
                    held.join();
                    return method.invoke(engine, arguments);
                });
    }

    private StateBatch batch(byte[] value) {
        StateBatch batch = new StateBatch(0);
        batch.put(store, 0, KEY, value);
        return batch;
    }
}
