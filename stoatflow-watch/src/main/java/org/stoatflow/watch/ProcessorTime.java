package org.stoatflow.watch;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The processor time of this JVM and of all processes that it has started, brokers and killed applications among them.
 * Of a process that has ended, what was seen of it last counts, so this has to be asked now and then. Usable from any
 * thread.
 */
final class ProcessorTime {
    private final Map<Long, Long> nsByProcess = new HashMap<>(); // guarded by this

    /** Nanoseconds so far, and who is new or gone since the last call is noted. */
    synchronized long totalNs() {
        try (Stream<ProcessHandle> all = Stream.concat(
                Stream.of(ProcessHandle.current()), ProcessHandle.current().descendants())) {
            all.forEach(process -> nsByProcess.merge(process.pid(), usedNs(process), Math::max));
        }
        return nsByProcess.values().stream().mapToLong(ns -> ns).sum();
    }

    /** How many processes were seen so far. */
    synchronized int processes() {
        return nsByProcess.size();
    }

    private static long usedNs(ProcessHandle process) {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }
}
