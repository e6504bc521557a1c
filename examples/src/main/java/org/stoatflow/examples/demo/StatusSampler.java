package org.stoatflow.examples.demo;

import java.time.Duration;
import java.util.List;

/** Takes numbers, and computes rates from the growth since the last ones. One thread. */
final class StatusSampler {
    private static final double SECOND_NS = 1e9;

    private final Tally tally;
    private final List<Side> sides;
    private final int topWords;
    private final long startNs;
    private long beforeNs;
    private long linesBefore;
    private long resultsBefore;

    StatusSampler(Tally tally, List<Side> sides, int topWords, long startNs) {
        this.tally = tally;
        this.sides = List.copyOf(sides);
        this.topWords = topWords;
        this.startNs = startNs;
        this.beforeNs = startNs;
    }

    DemoStatus take(long nowNs) {
        double seconds = Math.max(1, nowNs - beforeNs) / SECOND_NS;
        List<DemoStatus.Seen> seen = sides.stream()
                .map(side ->
                        new DemoStatus.Seen(side.library().title(), side.seen().snapshot(topWords)))
                .toList();
        long results = seen.getFirst().totals().results();
        long lines = tally.lines();
        DemoStatus status = new DemoStatus(
                Duration.ofNanos(nowNs - startNs),
                lines,
                (lines - linesBefore) / seconds,
                tally.words(),
                (results - resultsBefore) / seconds,
                seen,
                sides.getFirst().reading());
        beforeNs = nowNs;
        linesBefore = lines;
        resultsBefore = results;
        return status;
    }
}
