package org.stoatflow.tck;

import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Interrupts an execution that takes too long, and ends the process where it does not heed that. */
final class KitWatch {
    private static final Duration STEP = Duration.ofMillis(500);
    private static final Duration GRACE = Duration.ofSeconds(20);

    /** The exit status of a process that was ended. */
    static final int ENDED = 3;

    private final Duration limit;
    private final BiConsumer<String, String> ended;
    private volatile @Nullable Execution current; // by the thread that runs the tests

    /** What runs now. */
    private record Execution(String name, Thread thread, long beganNanos) {
        boolean isOlderThan(Duration age) {
            return System.nanoTime() - beganNanos > age.toNanos();
        }
    }

    KitWatch(Duration limit, BiConsumer<String, String> ended) {
        this.limit = limit;
        this.ended = ended;
    }

    void start() {
        Thread.ofPlatform().daemon().name("kit-watch").start(this::watch);
    }

    void begin(String name) {
        current = new Execution(name, Thread.currentThread(), System.nanoTime());
    }

    void end() {
        current = null;
    }

    private void watch() {
        Execution interrupted = null;
        while (true) {
            try {
                Thread.sleep(STEP);
            } catch (InterruptedException stopped) {
                return;
            }
            Execution now = current;
            if (now == null || !now.isOlderThan(limit)) {
                continue;
            }
            if (now != interrupted) {
                interrupted = now;
                now.thread().interrupt();
            } else if (now.isOlderThan(limit.plus(GRACE))) {
                ended.accept(now.name(), threads());
                Runtime.getRuntime().halt(ENDED);
            }
        }
    }

    private static String threads() {
        return Thread.getAllStackTraces().entrySet().stream()
                .map(KitWatch::text)
                .collect(Collectors.joining("\n"));
    }

    private static String text(Map.Entry<Thread, StackTraceElement[]> of) {
        return of.getKey() + "\n"
                + Stream.of(of.getValue())
                        .map(frame -> "    at " + frame + "\n")
                        .collect(Collectors.joining());
    }
}
