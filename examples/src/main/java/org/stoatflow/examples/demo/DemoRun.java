package org.stoatflow.examples.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;

/**
 * One demo on a broker that has the topics. It feeds until it is told to stop, waits until all is processed, closes the
 * applications and compares. Every wait has a bound, and ends where an application, the feed or a reader has failed.
 */
final class DemoRun {
    private static final Duration STILL_LIMIT = Duration.ofMinutes(2);
    private static final Duration PROCESSED_PAUSE = Duration.ofMillis(100);

    private final DemoOptions options;
    private final DemoTopics topics;
    private final Display display;
    private final Tally tally;
    private final List<Side> sides = new ArrayList<>();
    private final Producer<Void, String> producer;
    private final TextFeed feed;
    private final List<ReaderTotals.Percentiles> untilTheKill = new ArrayList<>(); // of the sides, in their order

    DemoRun(DemoOptions options, String bootstrapServers, Admin admin, Path folder, Display display) {
        this.options = options;
        this.topics = new DemoTopics(admin);
        this.display = display;
        DemoClock clock = new DemoClock();
        List<String> vocabulary = Vocabulary.words();
        tally = new Tally(vocabulary);
        producer = TextFeed.producer(bootstrapServers);
        feed = new TextFeed(producer, new Text(options.seed(), vocabulary), tally, clock, options.linesPerSecond());
        for (Library library : options.show().libraries()) {
            sides.add(new Side(library, options, bootstrapServers, clock, folder));
        }
    }

    /** Runs once, until {@code stop} is counted down or the duration is over. */
    Outcome run(CountDownLatch stop) throws DemoFailure, InterruptedException {
        boolean orderly = false;
        Outcome.Part part;
        try {
            for (Side side : sides) {
                side.awaitRunning();
            }
            feed.start();
            part = watch(stop);
            orderly = true;
        } finally {
            end(orderly);
        }
        return outcome(part);
    }

    private void end(boolean orderly) throws DemoFailure, InterruptedException {
        feed.abandon();
        producer.close(Duration.ZERO);
        for (Side side : sides) {
            side.abandon();
            side.close(orderly);
        }
    }

    /** Returns for which part of the run the readers have latencies. */
    private Outcome.Part watch(CountDownLatch stop) throws DemoFailure, InterruptedException {
        long startNs = System.nanoTime();
        StatusSampler gauges = new StatusSampler(tally, sides, Screen.TOP_WORDS, startNs);
        Duration limit = options.duration();
        long endNs = limit == null ? Long.MAX_VALUE : limit.toNanos();
        Outcome.Part part = Outcome.Part.ALL;
        long nextNs = startNs;
        boolean stopped = false;
        while (!stopped && System.nanoTime() - startNs < endNs) {
            nextNs += display.period().toNanos();
            stopped = stop.await(nextNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            checkAll();
            look(gauges, limit == null ? "Ctrl-C ends it and verifies every count" : "");
            if (part == Outcome.Part.ALL && !stopped && System.nanoTime() - startNs >= endNs / 2) {
                part = inTheMiddle();
            }
        }
        feed.stop();
        for (Side side : sides) {
            awaitProcessed(side, gauges);
            side.stopReading(topics);
        }
        look(gauges, "Comparing every count with the lines");
        return part;
    }

    private void look(StatusSampler gauges, String doing) {
        long nowNs = System.nanoTime();
        DemoStatus status = gauges.take(nowNs);
        display.show(status, doing);
        for (int i = 0; i < sides.size(); i++) {
            if (!sides.get(i).comeback().isDead()) {
                double p50Ms = status.sides().get(i).totals().recent().p50Ms();
                sides.get(i).pace().look(p50Ms, nowNs).ifPresent(display::tell);
            }
        }
    }

    private Outcome.Part inTheMiddle() throws DemoFailure, InterruptedException {
        if (options.show().kill()) {
            for (Side side : sides) {
                untilTheKill.add(side.seen().snapshot(0).all());
                display.tell(side.killAndRestart());
                side.pace().onKill();
            }
            return Outcome.Part.UNTIL_THE_KILL;
        }
        if (options.show().beside()) {
            sides.forEach(side -> side.seen().startAnew());
            return Outcome.Part.SECOND_HALF;
        }
        return Outcome.Part.ALL;
    }

    /** Where counts are missing though no line waits, the comparison says which. */
    private void awaitProcessed(Side side, StatusSampler gauges) throws DemoFailure, InterruptedException {
        Map<String, Long> fed = tally.counts();
        long progressNs = System.nanoTime();
        long shownNs = progressNs;
        long leastToDo = Long.MAX_VALUE;
        while (true) {
            checkAll();
            long lines = topics.linesWaiting(side.library());
            long toDo = lines + side.seen().missing(fed);
            long nowNs = System.nanoTime();
            if (toDo < leastToDo) {
                leastToDo = toDo;
                progressNs = nowNs;
            }
            boolean still = nowNs - progressNs > STILL_LIMIT.toNanos();
            if (still && lines > 0) {
                throw new DemoFailure(side.library().title() + " has not processed " + lines + " of " + tally.lines()
                        + " lines, and none for " + STILL_LIMIT.toSeconds() + " s");
            }
            if (still || toDo == 0) {
                return;
            }
            if (nowNs - shownNs > display.period().toNanos()) {
                look(gauges, Format.count(lines) + " lines to be processed");
                shownNs = nowNs;
            }
            Thread.sleep(PROCESSED_PAUSE);
        }
    }

    private void checkAll() throws DemoFailure {
        for (Side side : sides) {
            side.check();
        }
        feed.check();
    }

    private Outcome outcome(Outcome.Part part) throws DemoFailure, InterruptedException {
        List<Outcome.OfSide> each = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            Side side = sides.get(i);
            ReaderTotals.Percentiles latency = part == Outcome.Part.UNTIL_THE_KILL
                    ? untilTheKill.get(i)
                    : side.seen().snapshot(0).all();
            Verification verification = new Verification(options.guarantee(), tally.counts());
            each.add(new Outcome.OfSide(
                    side.library(),
                    latency,
                    side.comeback().isBack() ? Optional.of(comeback(side)) : Optional.empty(),
                    side.pace().remark(),
                    side.verify(verification, topics)));
        }
        return new Outcome(tally.lines(), tally.words(), part, List.copyOf(each));
    }

    private Outcome.Comeback comeback(Side side) throws DemoFailure, InterruptedException {
        return new Outcome.Comeback(side.comeback().seconds(), side.restored(), topics.inChangelog(side.library()));
    }
}
