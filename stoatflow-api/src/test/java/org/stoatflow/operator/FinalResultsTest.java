package org.stoatflow.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** What is read and held of a store on disk while windows close. */
class FinalResultsTest {
    private static final long CLOSES_AFTER_MS = 1_000;
    private static final long FAR_MS = 4_000_000_000_000L;
    private static final int MANY = 3 * OrderedWindows.HELD_MAX;

    private final List<Windowed<Integer>> forwarded = new ArrayList<>();
    private final WindowsByKey windows = new WindowsByKey(forwarded::size);
    private final InOrderClock clock = new InOrderClock();
    private final FinalResults<Integer, String, String> finals =
            new FinalResults<>(context(), windows, CLOSES_AFTER_MS);

    @SuppressWarnings("unchecked")
    private ProcessorContext<Windowed<Integer>, Change<String>> context() {
        InvocationHandler answers = (self, method, arguments) -> switch (method.getName()) {
            case "clock" -> clock;
            case "remember" -> null;
            case "forward" -> forwarded.add((Windowed<Integer>) arguments[0]) ? null : null;
            default -> throw new UnsupportedOperationException(method.getName());
        };
        return (ProcessorContext<Windowed<Integer>, Change<String>>) Proxy.newProxyInstance(
                FinalResultsTest.class.getClassLoader(),
                new Class<?>[] {ProcessorContext.class, OperatorHooks.class},
                answers);
    }

    private void put(int key, long startMs, long endMs) {
        finals.onAdded(endMs);
        windows.put(new Windowed<>(key, new SessionWindow(startMs, endMs)));
    }

    private void observe(long timestamp) {
        finals.observe(new Record<>("key", "value", timestamp));
    }

    private static List<Windowed<Integer>> sorted(List<Windowed<Integer>> windows, boolean byStart) {
        Comparator<Windowed<Integer>> byEnd =
                Comparator.comparingLong(window -> window.window().end());
        Comparator<Windowed<Integer>> order =
                byStart ? byEnd.thenComparingLong(window -> window.window().start()) : byEnd;
        return windows.stream().sorted(order.thenComparing(Windowed::key)).toList();
    }

    private void assertForwardedInOrder() {
        assertEquals(sorted(windows.all(), windows.goesByStart()), forwarded);
        assertTrue(windows.heldMost() <= OrderedWindows.HELD_MAX + 1, "held=" + windows.heldMost());
    }

    @Test
    void shouldHoldABoundedNumberOfWindowsOfManyTimes() {
        observe(0);
        for (int key = 0; key < MANY; key++) {
            long endMs = 100 + Math.floorMod(key * 7_919L, 100_000L);
            put(key, endMs, endMs);
        }
        observe(FAR_MS);

        assertForwardedInOrder();
    }

    @Test
    void shouldHoldABoundedNumberOfWindowsOfOneTime() {
        observe(0);
        IntStream.range(0, MANY).forEach(key -> put(key, 500, 500));
        put(-1, 100, 100);
        put(-2, 70_000, 70_000);
        observe(FAR_MS);

        assertForwardedInOrder();
    }

    @Test
    void shouldHoldABoundedNumberOfSessionsOfOneEndThatGoByTheirStart() {
        windows.goByStart();
        observe(0);
        for (int key = 0; key < MANY; key++) {
            put(key, Math.floorMod(key * 7_919L, 100_000L), 100_000);
        }
        IntStream.range(MANY, 2 * MANY).forEach(key -> put(key, 3, 100_000));
        observe(FAR_MS);

        assertForwardedInOrder();
    }

    /** A segment is read whole for each range: none is read that has nothing. */
    @Test
    void shouldReadASegmentOnceForTheWindowsOfOneTimeBehindALongPause() {
        observe(CLOSES_AFTER_MS); // looks, and there is nothing
        IntStream.range(0, MANY).forEach(key -> put(key, 3_600_000, 3_600_000));
        IntStream.range(0, MANY).forEach(key -> put(key, 7_200_000, 7_200_000));
        observe(3_600_000 + CLOSES_AFTER_MS);

        assertEquals(MANY, forwarded.size());
        assertTrue(windows.scanned() <= 2 * MANY, "scanned=" + windows.scanned());
        observe(FAR_MS);
        assertForwardedInOrder();
    }

    @Test
    void shouldReadASegmentAFewTimesForManyWindowsOfFewTimes() {
        observe(0);
        int times = 10;
        for (int key = 0; key < MANY; key++) {
            long endMs = 3_600_000L * (1 + key % times);
            put(key, endMs, endMs);
        }
        observe(FAR_MS);

        assertForwardedInOrder();
        assertTrue(windows.scanned() <= times * MANY, "scanned=" + windows.scanned());
    }

    @Test
    void shouldLookAgainWhereALookHasFailed() {
        windows.put(new Windowed<>(1, new SessionWindow(10, 10)));
        windows.put(new Windowed<>(2, new SessionWindow(20, 20)));
        windows.failOnce();
        assertThrows(SerializationException.class, () -> observe(FAR_MS));
        observe(FAR_MS);

        assertForwardedInOrder();
    }

    /** As where sessions end in each millisecond: before, each of these steps read all that were open. */
    @Test
    void shouldReadWhatHasClosedAndNotWhatIsOpen() {
        int open = 5_000;
        observe(0);
        for (int key = 0; key < open; key++) {
            put(key, key, key);
        }
        int steps = 2_000;
        for (int step = 0; step < steps; step++) {
            observe(CLOSES_AFTER_MS + step);
        }

        assertEquals(steps, forwarded.size());
        assertTrue(windows.read() <= open + steps, "all once, and what has closed; read=" + windows.read());
    }

    /** A session that goes on has left the place of its former end. */
    @Test
    void shouldNotLookForWhatHasLeft() {
        observe(CLOSES_AFTER_MS);
        int looks = windows.looks();
        for (int endMs = 500; endMs < 1_000; endMs++) {
            put(1, 500, endMs);
            windows.remove(new Windowed<>(1, new SessionWindow(500, endMs)));
            finals.onRemoved(endMs);
        }
        for (long now = CLOSES_AFTER_MS; now < 3 * CLOSES_AFTER_MS; now++) {
            observe(now);
        }

        assertEquals(looks, windows.looks());
    }

    @Test
    void shouldFindTheNextTimesWhereThereAreMoreThanAreKnown() {
        int times = 2 * OpenTimes.KNOWN_MAX + 10;
        observe(0);
        for (int key = 0; key < times; key++) {
            put(key, key, key);
        }
        for (long now = CLOSES_AFTER_MS; now < CLOSES_AFTER_MS + times; now += 100) {
            observe(now);
            assertEquals(now - CLOSES_AFTER_MS + 1, forwarded.size());
        }
        observe(FAR_MS);

        assertForwardedInOrder();
        assertTrue(windows.read() <= 3 * times, "read=" + windows.read());
    }

    @Test
    void shouldLookAgainAfterARollback() {
        observe(0);
        put(1, 10, 10);
        finals.save();
        put(2, 20, 20);
        finals.rollback();
        observe(FAR_MS);

        assertForwardedInOrder();
    }

    @Test
    void shouldLeaveOutWhatIsOpenThoughAStoreShowsIt() {
        windows.showAll();
        observe(0);
        put(1, 10, 10);
        put(2, 5_000, 5_000);
        observe(2_000);

        assertEquals(
                List.of(10L),
                forwarded.stream().map(Windowed::window).map(Window::end).toList());
    }
}
