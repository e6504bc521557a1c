package org.stoatflow.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts the faults so far, and their recoveries. One thread. */
final class FaultTable {
    private final Map<FaultKind, List<Duration>> recoveries = new EnumMap<>(FaultKind.class);
    private int kills;
    private int brokerFaults;
    private int fences;

    void onKill() {
        kills++;
    }

    void onBrokerFault() {
        brokerFaults++;
    }

    void onFence() {
        fences++;
    }

    /** @param recovery the time from the end of the fault to the next output */
    void onRecovered(FaultKind kind, Duration recovery) {
        recoveries.computeIfAbsent(kind, any -> new ArrayList<>()).add(recovery);
    }

    int kills() {
        return kills;
    }

    int brokerFaults() {
        return brokerFaults;
    }

    int fences() {
        return fences;
    }

    /** A line for each kind: how often it happened, and how long it took until output came again. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT, "%-42s%7s%22s%22s", "fault", "times", "output again after", "at the latest"));
        recoveries.forEach((kind, times) -> {
            List<Duration> sorted = times.stream().sorted().toList();
            lines.add(String.format(
                    Locale.ROOT,
                    "%-42s%7d%20.1f s%20.1f s",
                    kind.text(),
                    sorted.size(),
                    sorted.get(sorted.size() / 2).toMillis() / 1_000.0,
                    sorted.getLast().toMillis() / 1_000.0));
        });
        return lines;
    }
}
