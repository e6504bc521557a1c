package org.stoatflow.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How often each kind of fault has struck in each phase. */
final class FaultTable {
    private record Cell(FaultKind kind, EnginePhase phase) {}

    private final Map<Cell, Long> counts = new HashMap<>();

    void count(FaultKind kind, EnginePhase phase) {
        counts.merge(new Cell(kind, phase), 1L, Long::sum);
    }

    void add(FaultTable other) {
        other.counts.forEach((cell, count) -> counts.merge(cell, count, Long::sum));
    }

    long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How often a kind has struck. */
    long total(FaultKind kind) {
        return counts.entrySet().stream()
                .filter(each -> each.getKey().kind() == kind)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private long count(Cell cell) {
        return counts.getOrDefault(cell, 0L);
    }

    /** The cells that can occur and have not. */
    List<String> empty() {
        List<String> empty = new ArrayList<>();
        for (FaultKind kind : FaultKind.values()) {
            for (EnginePhase phase : kind.phases()) {
                if (count(new Cell(kind, phase)) == 0) {
                    empty.add(kind + " while " + phase);
                }
            }
        }
        return empty;
    }

    /**
     * One line for each kind. A dot stands for a phase in which the kind cannot strike. A star follows a count in a
     * phase in which the kind was not expected to strike.
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-24s", "fault / phase"));
        for (EnginePhase phase : EnginePhase.values()) {
            text.append(String.format(Locale.ROOT, " %14s", phase));
        }
        for (FaultKind kind : FaultKind.values()) {
            text.append(String.format(Locale.ROOT, "%n%-24s", kind));
            for (EnginePhase phase : EnginePhase.values()) {
                text.append(String.format(Locale.ROOT, " %14s", cell(kind, phase)));
            }
        }
        return text.toString();
    }

    private String cell(FaultKind kind, EnginePhase phase) {
        long count = count(new Cell(kind, phase));
        if (kind.canStrike(phase)) {
            return Long.toString(count);
        }
        return count == 0 ? "." : count + "*";
    }
}
