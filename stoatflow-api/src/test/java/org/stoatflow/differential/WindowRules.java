package org.stoatflow.differential;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.stoatflow.streams.kstream.EmitStrategy;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.Suppressed.StrictBufferConfig;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.UnlimitedWindows;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.internals.SessionWindow;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.kstream.internals.UnlimitedWindow;

/** Windows of random bounds, and what makes them; runs on both libraries, see {@link Programs}. */
public final class WindowRules {
    private static final int ROUNDS = 200;

    /** The most windows that a record is put into here. */
    private static final int WINDOWS_MAX = 100;

    private final Edges edges;

    private WindowRules(Edges edges) {
        this.edges = edges;
    }

    /** What was seen, line by line. */
    public static List<String> run(long seed) {
        Edges edges = new Edges(seed);
        WindowRules rules = new WindowRules(edges);
        rules.windows();
        rules.timeWindows();
        rules.joinWindows();
        rules.otherWindows();
        rules.emitStrategies();
        rules.suppressions();
        return edges.seen();
    }

    private void windows() {
        List<Window> windows = new ArrayList<>();
        List<Windowed<String>> keys = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Window window = window(edges.number(), edges.number());
            if (window != null && windows.size() < 40) {
                windows.add(window);
                Windowed<String> key = new Windowed<>(edges.oneOf(List.of("a", "b", "")), window);
                keys.add(key);
                edges.see("key", () -> key + " " + key.hashCode());
                edges.see("bounds", () -> window.startTime() + " " + window.endTime() + " " + window.hashCode());
            }
        }
        edges.compare("windows ", windows);
        edges.compare("keys ", keys);
        for (Window one : windows) {
            for (Window other : windows) {
                edges.see("overlap", () -> one.overlap(other));
            }
        }
        edges.see("null key", () -> new Windowed<>(null, windows.getFirst()).toString());
        edges.see("null window", () -> new Windowed<>("a", null).toString());
        edges.see("hash of null", () -> new Windowed<>(null, windows.getFirst()).hashCode());
        edges.see("no window", () -> windows.getFirst().overlap(null));
    }

    private Window window(long start, long end) {
        return switch (edges.random.nextInt(3)) {
            case 0 -> edges.see("time window", () -> new TimeWindow(start, end));
            case 1 -> edges.see("session", () -> new SessionWindow(start, end));
            default -> edges.see("unlimited", () -> new UnlimitedWindow(start));
        };
    }

    private void timeWindows() {
        List<TimeWindows> all = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Duration size = edges.duration();
            TimeWindows tumbling = edges.random.nextBoolean()
                    ? edges.see("tumbling", () -> TimeWindows.ofSizeWithNoGrace(size))
                    : edges.see("tumbling", () -> TimeWindows.ofSizeAndGrace(size, edges.duration()));
            if (tumbling == null) {
                continue;
            }
            Duration advance = edges.random.nextBoolean()
                    ? edges.duration()
                    : Duration.ofMillis(tumbling.sizeMs / (1 + edges.random.nextInt(5)));
            TimeWindows hopping = edges.see("hopping", () -> tumbling.advanceBy(advance));
            all.add(tumbling);
            if (hopping != null && hopping.sizeMs / hopping.advanceMs < WINDOWS_MAX) {
                all.add(hopping);
            }
        }
        edges.compare("TimeWindows ", all.subList(0, 30));
        for (TimeWindows windows : all) {
            edges.see("size", () -> windows.size() + " " + windows.gracePeriodMs() + " " + windows.hashCode());
            for (int round = 0; round < 10; round++) {
                long time = edges.number();
                edges.see("windows of " + time, () -> windows.windowsFor(time));
            }
        }
    }

    @SuppressWarnings("deprecation")
    private void joinWindows() {
        List<JoinWindows> all = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            JoinWindows windows = edges.see("join", () -> switch (edges.random.nextInt(3)) {
                case 0 -> JoinWindows.of(edges.duration());
                case 1 -> JoinWindows.ofTimeDifferenceWithNoGrace(edges.duration());
                default -> JoinWindows.ofTimeDifferenceAndGrace(edges.duration(), edges.duration());
            });
            for (int step = 0; windows != null && step < 4; step++) {
                JoinWindows now = windows;
                all.add(now);
                edges.see("of join", () -> now.size() + " " + now.gracePeriodMs() + " " + now.beforeMs + now.afterMs);
                windows = edges.see("changed", () -> switch (edges.random.nextInt(3)) {
                    case 0 -> now.before(edges.duration());
                    case 1 -> now.after(edges.duration());
                    default -> now.grace(edges.duration());
                });
            }
        }
        edges.compare("JoinWindows ", all.subList(0, 60));
        edges.see("windows of join", () -> all.getFirst().windowsFor(1));
    }

    private void otherWindows() {
        List<Object> all = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            all.add(edges.see(
                    "sliding",
                    () -> edges.random.nextBoolean()
                            ? SlidingWindows.ofTimeDifferenceWithNoGrace(edges.duration())
                            : SlidingWindows.ofTimeDifferenceAndGrace(edges.duration(), edges.duration())));
            all.add(edges.see(
                    "sessions",
                    () -> edges.random.nextBoolean()
                            ? SessionWindows.ofInactivityGapWithNoGrace(edges.duration())
                            : SessionWindows.ofInactivityGapAndGrace(edges.duration(), edges.duration())));
            UnlimitedWindows unlimited =
                    edges.see("unlimited", () -> UnlimitedWindows.of().startOn(edges.instant()));
            all.add(unlimited);
            if (unlimited != null) {
                long time = edges.number();
                edges.see("windows of " + time, () -> unlimited.windowsFor(time));
                edges.see("size", () -> unlimited.size() + " " + unlimited.gracePeriodMs() + unlimited.hashCode());
            }
        }
        all.removeIf(Objects::isNull);
        edges.compare("others ", all.subList(0, 60));
        edges.see("unlimited", () -> UnlimitedWindows.of().startMs);
    }

    private void emitStrategies() {
        edges.see("update", () -> EmitStrategy.onWindowUpdate().type());
        edges.see("close", () -> EmitStrategy.onWindowClose().type());
        for (EmitStrategy.StrategyType type : EmitStrategy.StrategyType.values()) {
            edges.see("for", () -> EmitStrategy.StrategyType.forType(type).type());
        }
        edges.see("for none", () -> EmitStrategy.StrategyType.forType(null));
    }

    /** The texts of suppressions name inner classes, so they are not compared. */
    private void suppressions() {
        List<Object> buffers = new ArrayList<>();
        List<Object> all = new ArrayList<>();
        for (int round = 0; round < 60; round++) {
            BufferConfig<?> buffer = buffer();
            buffers.add(buffer);
            Duration time =
                    edges.oneOf(List.of(Duration.ZERO, Duration.ofMillis(5), Duration.ofMillis(Long.MAX_VALUE)));
            Suppressed<Windowed<?>> timed = Suppressed.untilTimeLimit(time, buffer);
            all.add(timed);
            all.add(timed.withName(edges.oneOf(List.of("a", "b"))));
            if (buffer instanceof StrictBufferConfig strict) {
                all.add(Suppressed.untilWindowCloses(strict));
                all.add(Suppressed.untilWindowCloses(strict).withName(edges.oneOf(List.of("a", "b"))));
            }
        }
        all.add(Suppressed.untilTimeLimit(null, null));
        all.add(Suppressed.untilTimeLimit(null, BufferConfig.unbounded()));
        edges.compare("buffers ", buffers);
        edges.compare("suppressions ", all);
    }

    private BufferConfig<?> buffer() {
        BufferConfig<?> buffer = switch (edges.random.nextInt(3)) {
            case 0 -> BufferConfig.maxRecords(edges.random.nextInt(2));
            case 1 -> BufferConfig.maxBytes(edges.random.nextInt(2));
            default -> BufferConfig.unbounded();
        };
        for (int step = edges.random.nextInt(4); step > 0; step--) {
            buffer = switch (edges.random.nextInt(7)) {
                case 0 -> buffer.withMaxRecords(edges.random.nextInt(2));
                case 1 -> buffer.withMaxBytes(edges.random.nextInt(2));
                case 2 -> buffer.withNoBound();
                case 3 -> buffer.shutDownWhenFull();
                case 4 -> buffer.emitEarlyWhenFull();
                case 5 -> buffer.withLoggingDisabled();
                default -> buffer.withLoggingEnabled(edges.oneOf(List.of(Map.of(), Map.of("a", "1"))));
            };
        }
        return buffer;
    }
}
