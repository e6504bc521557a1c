package org.stoatflow.bench.latency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The processor time and the memory that a process has used until now.
 *
 * @param cpu processor time, of all its threads
 * @param residentKib memory in RAM, in KiB; -1 where the system has no {@code /proc}
 * @param residentPeakKib the most memory in RAM so far
 */
public record ProcessUsage(Duration cpu, long residentKib, long residentPeakKib) {
    public static ProcessUsage of(ProcessHandle process) throws BenchFailure {
        Duration cpu = process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new BenchFailure(
                        "the system does not say what process " + process.pid() + " uses; it may have ended"));
        List<String> status = status(process.pid());
        return new ProcessUsage(cpu, kib(status, "VmRSS:"), kib(status, "VmHWM:"));
    }

    private static List<String> status(long pid) throws BenchFailure {
        Path file = Path.of("/proc", Long.toString(pid), "status");
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException failure) {
            throw new BenchFailure(file + " cannot be read", failure);
        }
    }

    static long kib(List<String> status, String field) {
        return status.stream()
                .filter(line -> line.startsWith(field))
                .mapToLong(line ->
                        Long.parseLong(line.substring(field.length()).strip().split(" ")[0]))
                .findFirst()
                .orElse(-1);
    }
}
