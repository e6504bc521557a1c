package org.stoatflow.watch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What goes on in this JVM. Threads that run tests tell it, and the watching thread reads. */
final class Watched {
    private final Map<String, String> running = new ConcurrentSkipListMap<>(); // names of tests by their unique ids
    private final AtomicLong events = new AtomicLong();
    private final ProcessorTime processors = new ProcessorTime();
    private final Costs costs;

    private Watched(Path folder) {
        costs = new Costs(folder, processors);
    }

    static Watched start(Path folder, int waitedSecondsMax) {
        Watched watched = new Watched(folder);
        new WatchThread(watched, folder, waitedSecondsMax).start();
        return watched;
    }

    void begin(String id, String name, boolean isClass) {
        running.put(id, name);
        events.incrementAndGet();
        if (isClass) {
            costs.begin();
        }
    }

    /** @param testClass the class that has ended, or null */
    void end(String id, @Nullable String testClass) {
        running.remove(id);
        events.incrementAndGet();
        if (testClass != null) {
            costs.end(testClass);
        }
    }

    /** The tests that run, the innermost last. */
    List<String> running() {
        return List.copyOf(running.values());
    }

    /** How often something has happened so far. */
    long events() {
        return events.get() + processors.processes();
    }

    /** Processor time so far, in nanoseconds. */
    long computedNs() {
        return processors.totalNs();
    }
}
