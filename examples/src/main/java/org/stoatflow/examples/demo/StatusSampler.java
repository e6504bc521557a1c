package org.stoatflow.examples.demo;

import java.time.Duration;

/** Takes numbers, and computes rates from the growth since the last ones. One thread. */
final class StatusSampler {
    private static final double SECOND_NS = 1e9;

    private final Tally tally;
    private final ReaderTotals seen;
    private final DemoApplication application;
    private final int topWords;
    private final long startNs;
    private long beforeNs;
    private long linesBefore;
    private long resultsBefore;

    StatusSampler(Tally tally, ReaderTotals seen, DemoApplication application, int topWords, long startNs) {
        this.tally = tally;
        this.seen = seen;
        this.application = application;
        this.topWords = topWords;
        this.startNs = startNs;
        this.beforeNs = startNs;
    }

    DemoStatus take(long nowNs) {
        double seconds = Math.max(1, nowNs - beforeNs) / SECOND_NS;
        ReaderTotals.Snapshot snapshot = seen.snapshot(topWords);
        long lines = tally.lines();
        DemoStatus status = new DemoStatus(
                Duration.ofNanos(nowNs - startNs),
                lines,
                (lines - linesBefore) / seconds,
                tally.words(),
                (snapshot.results() - resultsBefore) / seconds,
                snapshot,
                EngineReading.of(application.metrics()));
        beforeNs = nowNs;
        linesBefore = lines;
        resultsBefore = snapshot.results();
        return status;
    }
}
