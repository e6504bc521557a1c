package org.stoatflow.chaos;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.stoatflow.localkafka.Patience;

/**
 * Does all waiting of a run, within bounds, and checks everything meanwhile. It fails where an instance has ended by
 * itself, where a record could not be fed, and where no output comes though no fault is on; before that, it has the
 * instances write their threads to their logs. It prints a line every ten seconds. One thread.
 */
final class RunMonitor {
    /**
     * For how long no output may come while no fault is on; one record may block the application for twelve seconds.
     */
    static final Duration STALL_LIMIT = Duration.ofMinutes(2);

    private static final long LINE_PERIOD_NS = Duration.ofSeconds(10).toNanos();

    private final PrintStream out;
    private final Feed feed;
    private final Progress progress;
    private final List<Instance> instances;
    private final long startNs = System.nanoTime();
    private long lineNs = startNs;
    private long countedBefore;
    private String doing = "starting";

    RunMonitor(PrintStream out, Feed feed, Progress progress, List<Instance> instances) {
        this.out = out;
        this.feed = feed;
        this.progress = progress;
        this.instances = List.copyOf(instances);
    }

    /** Sets the activity that the next lines name. */
    void say(String doing) {
        this.doing = doing;
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNs);
    }

    /** Waits, and fails only where an instance or the feed fails. */
    void pause(Duration time) {
        long endNs = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - endNs < 0) {
            tick();
        }
    }

    /** Waits while no fault is on: output has to come. */
    void calm(Duration time) {
        long beginNs = System.nanoTime();
        while (System.nanoTime() - beginNs < time.toNanos()) {
            tick();
            if (Patience.isOver(Math.max(beginNs, progress.grownNs()), STALL_LIMIT)) {
                throw stalled("no output for " + STALL_LIMIT.toSeconds() + " s though no fault is on");
            }
        }
    }

    /** Waits until the condition is true. */
    void until(BooleanSupplier condition, Duration limit, Supplier<String> what) {
        long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            tick();
            if (Patience.isOver(beginNs, limit)) {
                throw stalled("not within " + limit.toSeconds() + " s: " + what.get());
            }
        }
    }

    private void tick() {
        feed.check();
        instances.forEach(Instance::check);
        progress.poll();
        feed.onProcessed(progress.counted());
        if (System.nanoTime() - lineNs > LINE_PERIOD_NS) {
            lineNs = System.nanoTime();
            print(doing);
        }
    }

    /** Prints a line now. */
    void print(String text) {
        Duration time = elapsed();
        long counted = progress.counted();
        out.printf(
                Locale.ROOT,
                "%02d:%02d:%02d  fed %,d  counted %,d (+%,d)  %s%n",
                time.toHours(),
                time.toMinutesPart(),
                time.toSecondsPart(),
                feed.acknowledged(),
                counted,
                counted - countedBefore,
                text);
        countedBefore = counted;
    }

    /** Makes the failure of a wait that took too long; has the instances write their threads to their logs. */
    ChaosFailure stalled(String message) {
        StringBuilder where = new StringBuilder();
        for (Instance instance : instances) {
            instance.dumpThreads();
            where.append("; instance ")
                    .append(instance.name())
                    .append(instance.isAlive() ? " is " + instance.log().state() : " does not run")
                    .append(", its log and threads are in ")
                    .append(instance.log().file());
        }
        return new ChaosFailure("stalled at " + elapsed().toSeconds() + " s while " + doing + ": " + message + where);
    }
}
