package org.stoatflow.state.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.state.overlay.RowCursor;
import org.stoatflow.state.overlay.RowStore;
import org.stoatflow.streams.errors.InvalidStateStoreException;

/** Somebody closes the cursor while another thread is between any two of its steps: nothing stays open. */
class SegmentCursorTest {
    private static final int ROUNDS = 2_000;

    private final Queue<Object> open = new ConcurrentLinkedQueue<>(); // scans, and the snapshot

    /** Something that happens while a segment is opened, or before its scan is closed. */
    private Runnable opening = () -> {};

    private Runnable closing = () -> {};

    /** One row for each segment. */
    private final class Rows implements RowCursor {
        private final byte[] key;
        private int rows = 1;

        Rows(byte[] key) {
            this.key = key;
        }

        @Override
        public boolean advance() {
            requireOpen();
            return rows-- > 0;
        }

        @Override
        public void requireOpen() {
            if (!open.contains(this)) {
                throw new InvalidStateStoreException("closed");
            }
        }

        @Override
        public byte[] key() {
            return key;
        }

        @Override
        public byte @Nullable [] value() {
            return key;
        }

        @Override
        public long timestamp() {
            return 0;
        }

        @Override
        public void close() {
            closing.run();
            open.remove(this);
        }
    }

    private static <T> T made(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private SegmentCursor cursor(int segments) {
        return cursor(0, segments - 1);
    }

    /** Of segments of a millisecond. */
    private SegmentCursor cursor(long fromMs, long toMs) {
        SegmentKeys keys = made(SegmentKeys.class, (proxy, called, given) -> SegmentPrefix.segment((byte[]) given[0]));
        RowStore rows = made(RowStore.class, (proxy, called, given) -> switch (called.getName()) {
            case "snapshot" -> {
                open.add("snapshot");
                yield proxy;
            }
            case "scan" -> {
                Rows scan = new Rows((byte[]) given[1]);
                open.add(scan);
                opening.run();
                yield scan;
            }
            case "end" -> {
                open.remove("snapshot");
                yield null;
            }
            default -> throw new UnsupportedOperationException(called.getName());
        });
        SegmentRange range = new SegmentRange(keys, null, null, fromMs, toMs, row -> true);
        return new SegmentCursor(rows, 0, new Retention(Long.MAX_VALUE, 1, false), range, true);
    }

    @Test
    void shouldReadOneSegmentAfterAnother() {
        SegmentCursor cursor = cursor(3);
        List<Long> segments = new ArrayList<>();
        while (cursor.advance()) {
            segments.add(SegmentPrefix.segment(cursor.key()));
        }
        assertEquals(List.of(0L, 1L, 2L), segments);
        assertFalse(cursor.advance());
        assertEquals(List.of(), List.copyOf(open));
    }

    /** No number is behind the greatest segment. */
    @Test
    void shouldEndAtTheEndOfTime() {
        SegmentCursor cursor = cursor(Long.MAX_VALUE - 2, Long.MAX_VALUE);
        AtomicInteger scans = new AtomicInteger();
        opening = () -> assertTrue(scans.incrementAndGet() <= 3, "it begins anew");
        List<Long> segments = new ArrayList<>();
        while (cursor.advance()) {
            segments.add(SegmentPrefix.segment(cursor.key()));
        }
        assertEquals(List.of(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE), segments);
        assertEquals(List.of(), List.copyOf(open));
    }

    @Test
    void shouldLeaveNothingOpenThatIsOpenedBehindAClose() {
        SegmentCursor cursor = cursor(2);
        opening = cursor::close;
        assertThrows(InvalidStateStoreException.class, cursor::advance);
        assertEquals(List.of(), List.copyOf(open));
    }

    @Test
    void shouldEndItsReadsThoughAScanFailsToClose() {
        SegmentCursor cursor = cursor(2);
        assertTrue(cursor.advance());
        closing = () -> {
            throw new IllegalStateException("broken");
        };
        assertThrows(IllegalStateException.class, cursor::close);
        assertFalse(open.contains("snapshot"));
    }

    @Test
    void shouldLeaveNothingOpenWhereOneReadsAndAnotherCloses() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int round = 0; round < ROUNDS; round++) {
            SegmentCursor cursor = cursor(3);
            CyclicBarrier together = new CyclicBarrier(2);
            Thread reader = start(together, failure, () -> {
                while (cursor.advance()) {
                    assertEquals(Long.BYTES, cursor.key().length);
                }
            });
            Thread closer = start(together, failure, cursor::close);
            reader.join();
            closer.join();
            assertNull(failure.get());
            assertEquals(List.of(), List.copyOf(open));
        }
    }

    private static Thread start(CyclicBarrier together, AtomicReference<Throwable> failure, Runnable part) {
        return Thread.ofVirtual().start(() -> {
            try {
                together.await();
                part.run();
            } catch (InvalidStateStoreException closed) {
                assertNull(closed.getCause());
            } catch (Throwable any) {
                failure.compareAndSet(null, any);
            }
        });
    }
}
