package org.stoatflow.state.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.TestStores;
import org.stoatflow.state.ValueLayout;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/** A lane closes its cursors while a thread of the user's reads one: the reader is told, and is told of no end. */
class TrackedCursorTest {
    private static final int ROUNDS = 500;
    private static final int ROWS = 200;

    private final StateEngine engine = StateEngines.inMemory(List.of(TestStores.plain("a")));
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private StoreLayers layers() {
        StateBatch batch = new StateBatch(0);
        StoreLayers layers = new StoreLayers("a", 0, ValueLayout.PLAIN, engine, true);
        for (int row = 0; row < ROWS; row++) {
            byte[] bytes = {(byte) row};
            if (row % 2 == 0) {
                batch.put(0, 0, bytes, bytes);
            } else {
                layers.write(0, bytes, bytes, 0);
            }
        }
        engine.apply(batch);
        return layers;
    }

    private static int count(RowCursor rows) {
        int count = 0;
        while (rows.advance()) {
            assertEquals(rows.key()[0], Objects.requireNonNull(rows.value())[0]);
            count++;
        }
        return count;
    }

    private Thread start(CyclicBarrier together, Runnable part) {
        return Thread.ofPlatform().start(() -> {
            try {
                together.await();
                part.run();
            } catch (InvalidStateStoreException closed) {
                assertTrue(closed.getMessage().contains("closed"), closed::getMessage);
            } catch (Throwable any) {
                failure.compareAndSet(null, any);
            }
        });
    }

    @Test
    void shouldTellAReaderThatTheLaneHasClosedItsCursor() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            StoreLayers layers = layers();
            RowCursor rows = layers.scan(0, null, null, true);
            CyclicBarrier together = new CyclicBarrier(2);
            Thread reader = start(together, () -> assertEquals(ROWS, count(rows), "rows are left out in silence"));
            Thread lane = start(together, layers::closeCursors);
            reader.join();
            lane.join();
            assertNull(failure.get());
        }
    }

    @Test
    void shouldCountNoCursorsInMemoryAndEndThemAllTheSame() {
        StoreLayers layers = new StoreLayers("a", 0, ValueLayout.PLAIN, engine, false);
        layers.write(0, new byte[] {1}, new byte[] {1}, 0);
        List<RowCursor> opened = new ArrayList<>();
        for (int i = 0; i <= StoreLayers.OPEN_CURSORS_MAX; i++) {
            opened.add(layers.scan(0, null, null, true));
        }
        assertTrue(opened.getFirst().advance());
        layers.drop();
        assertThrows(InvalidStateStoreException.class, opened.getFirst()::key);
        assertFalse(layers.scan(0, null, null, true).advance());
    }

    @Test
    void shouldForgetWhatAnotherThreadHasClosedOrReadToItsEnd() throws InterruptedException {
        StoreLayers layers = new StoreLayers("a", 0, ValueLayout.PLAIN, engine, true);
        RowCursor oldest = layers.scan(0, null, null, true);
        List<RowCursor> opened = new ArrayList<>();
        for (int i = 1; i < StoreLayers.OPEN_CURSORS_MAX; i++) {
            opened.add(layers.scan(0, null, null, true));
        }
        start(new CyclicBarrier(1), () -> {
                    opened.subList(1, opened.size()).forEach(RowCursor::close);
                    assertFalse(opened.getFirst().advance());
                })
                .join();
        assertNull(failure.get());
        for (int i = 1; i < StoreLayers.OPEN_CURSORS_MAX; i++) {
            layers.scan(0, null, null, true);
        }
        oldest.requireOpen();
        layers.scan(0, null, null, true);
        assertThrows(InvalidStateStoreException.class, oldest::requireOpen);
    }

    /** A virtual thread that waits for a monitor may stay blocked. */
    @Test
    void shouldHaveTheLaneTakeNoMonitor() throws InterruptedException {
        OpenCursors cursors = new OpenCursors("a", true);
        RowCursor rows = layers().scan(0, null, null, true);
        Thread lane = Thread.ofPlatform().daemon().unstarted(() -> {
            new TrackedCursor("a", rows, cursors).close();
            cursors.close();
        });
        synchronized (cursors) {
            lane.start();
            assertTrue(lane.join(Duration.ofSeconds(20)), "the lane waits for who has the monitor");
        }
    }

    @Test
    void shouldCloseWhatIsBelowWhereItFailsAtOnce() {
        List<String> closed = new ArrayList<>();
        RowCursor broken = new RowCursor() {
            @Override
            public boolean advance() {
                throw new IllegalStateException("broken");
            }

            @Override
            public byte[] key() {
                throw new UnsupportedOperationException();
            }

            @Override
            public byte @Nullable [] value() {
                throw new UnsupportedOperationException();
            }

            @Override
            public long timestamp() {
                throw new UnsupportedOperationException();
            }

            @Override
            public void close() {
                closed.add("broken");
            }
        };
        assertThrows(IllegalStateException.class, () -> new MergedCursor(List.of(broken), true));
        assertEquals(List.of("broken"), closed);
    }

    @Test
    void shouldRefuseUseAfterClose() {
        RowCursor rows = layers().scan(0, null, null, true);
        assertTrue(rows.advance());
        rows.close();
        rows.close();
        assertThrows(InvalidStateStoreException.class, rows::advance);
        assertThrows(InvalidStateStoreException.class, rows::key);
        assertThrows(InvalidStateStoreException.class, rows::value);
        assertThrows(InvalidStateStoreException.class, rows::timestamp);
    }
}
