package org.stoatflow.chaos;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.stoatflow.localkafka.LocalKafka;

/**
 * One run on a cluster that has the topics. It feeds records while faults happen, waits until all are processed,
 * restarts the application on the kept state folder and on an empty one, and compares. Every wait has a bound. One
 * thread, besides the feed's.
 */
final class ChaosRun {
    /** The shortest time without a fault between two faults. */
    private static final Duration CALM_MIN = Duration.ofSeconds(4);

    /** For how long nothing may be processed at the end of the run. */
    private static final Duration SETTLE_LIMIT = Duration.ofMinutes(3);

    private static final Duration ASK_PERIOD = Duration.ofMillis(500);
    private static final int SECONDS_BETWEEN_LONG_BLOCKS = 120;

    private final ChaosOptions options;
    private final LocalKafka kafka;
    private final Path folder;
    private final PrintStream out;
    private final FaultTable table = new FaultTable();

    ChaosRun(ChaosOptions options, LocalKafka kafka, Path folder, PrintStream out) {
        this.options = options;
        this.kafka = kafka;
        this.folder = folder;
        this.out = out;
    }

    /** The outcome of a run. */
    record Outcome(String compared, Differences differences, FaultTable faults, Map<Sign, Integer> signs) {}

    /** Runs once. */
    Outcome run() {
        String servers = kafka.bootstrapServers();
        Committed committed = new Committed(servers, kafka.admin());
        EventMix mix = new EventMix(
                options.seed(),
                options.recordsPerSecond(),
                SECONDS_BETWEEN_LONG_BLOCKS,
                !(options.mode() instanceof Mode.Outage));
        Path happened = RunFolder.create(folder.resolve("happened"));
        try (Feed feed = new Feed(servers, mix, options.recordsPerSecond(), outage());
                Progress progress = new Progress(committed);
                Instance a = instance("a", happened);
                Instance b = instance("b", happened)) {
            List<Instance> instances = List.of(a, b);
            RunMonitor monitor = new RunMonitor(out, feed, progress, instances);
            Random random = new Random(options.seed());
            SideFaults sides = new SideFaults(kafka, committed, monitor, random, folder);
            FaultExecutor faults = new FaultExecutor(
                    new FaultExecutor.Scene(kafka, options.brokers(), outage(), options.recordsPerSecond(), sides),
                    monitor,
                    progress,
                    table,
                    random,
                    a,
                    b);
            feed.start();
            a.start();
            faults.awaitOutput();
            disturb(FaultPlan.of(options, random), faults, monitor);
            feed.stop();
            settle(feed, committed, progress, monitor, faults);
            monitor.print("comparing all output with the input");
            Verification verification = new Verification(committed, options.exactlyOnce());
            int resets = sum(instances, Sign.CUT_RESET);
            String compared = verification.run(feed.acknowledged(), sides.tenants(), resets);
            instances.forEach(instance -> requireKeptState(instance, verification.differences()));
            return new Outcome(compared, verification.differences(), table, signs(instances));
        }
    }

    private Duration outage() {
        return options.mode() instanceof Mode.Outage(Duration lasts) ? lasts : Duration.ZERO;
    }

    private Instance instance(String name, Path happened) {
        return new Instance(
                name,
                stateFolder -> List.of(
                        "-XX:TieredStopAtLevel=1",
                        ChaosApplicationMain.class.getName(),
                        kafka.bootstrapServers(),
                        options.guarantee().setting(),
                        stateFolder.toString(),
                        happened.toString()),
                folder.resolve("state-" + name),
                folder.resolve("instance-" + name + ".log"));
    }

    /** Spreads the faults over the time. */
    private void disturb(List<FaultKind> plan, FaultExecutor faults, RunMonitor monitor) {
        Duration begin = monitor.elapsed();
        for (int i = 0; i < plan.size(); i++) {
            Duration due =
                    begin.plus(options.duration().multipliedBy(2L * i + 1).dividedBy(2L * plan.size()));
            monitor.say("calm, " + i + " of " + plan.size() + " faults done");
            Duration left = due.minus(monitor.elapsed());
            monitor.calm(left.compareTo(CALM_MIN) > 0 ? left : CALM_MIN);
            monitor.print("fault " + (i + 1) + " of " + plan.size() + ": "
                    + plan.get(i).text());
            faults.inject(plan.get(i));
        }
        monitor.say("calm, all faults done");
        monitor.calm(begin.plus(options.duration()).minus(monitor.elapsed()));
    }

    /**
     * Waits three times until all is processed: after the faults, after an orderly restart, and after a restart on an
     * empty state folder.
     */
    private void settle(Feed feed, Committed committed, Progress progress, RunMonitor monitor, FaultExecutor faults) {
        monitor.say("waiting until all input is processed");
        feed.feedTicks();
        awaitAll(committed, progress, monitor);
        Instance owner = faults.owner();
        monitor.say("restarted in order");
        faults.close(owner, false);
        owner.start();
        feed.feedRound();
        awaitAll(committed, progress, monitor);
        monitor.say("restarted on an empty state folder");
        faults.close(owner, true);
        owner.moveTo(folder.resolve("state-empty"));
        owner.start();
        feed.feedRound();
        awaitAll(committed, progress, monitor);
        faults.close(owner, true);
    }

    private void awaitAll(Committed committed, Progress progress, RunMonitor monitor) {
        long least = Long.MAX_VALUE;
        long leastNs = System.nanoTime();
        for (long waiting; (waiting = committed.waiting()) > 0; ) {
            if (waiting < least) {
                least = waiting;
                leastNs = System.nanoTime();
            } else if (System.nanoTime() - leastNs > SETTLE_LIMIT.toNanos()) {
                throw monitor.stalled(waiting + " records are not processed, and have been no fewer for "
                        + SETTLE_LIMIT.toSeconds() + " s");
            }
            monitor.pause(ASK_PERIOD);
        }
        long booked = booked(committed);
        monitor.until(
                () -> progress.told(ReportClock.WALL) >= booked && progress.told(ReportClock.STREAM) >= booked,
                SETTLE_LIMIT,
                () -> "the punctuators tell of " + booked + " records, by wall clock they do of "
                        + progress.told(ReportClock.WALL) + ", by stream time of " + progress.told(ReportClock.STREAM));
    }

    private static long booked(Committed committed) {
        Input input = new Input(new Differences());
        committed.readAll(Names.EVENTS, record -> input.add(record.partition(), record.value()));
        return input.booked();
    }

    /** Requires that state was rebuilt only where there was none, and never because a process died. */
    private static void requireKeptState(Instance instance, Differences differences) {
        int rebuilt = instance.log().count(Sign.REBUILT);
        int most = instance.startsThatMayRebuild() * Names.STORE_PARTITIONS;
        if (rebuilt > most) {
            differences.add(
                    "changelogs",
                    "any",
                    "at most " + most + " store partitions rebuilt by instance " + instance.name() + ", for "
                            + instance.startsThatMayRebuild()
                            + " starts on an empty folder or with a clock that was moved",
                    rebuilt + "; its log is " + instance.log().file());
        }
    }

    private static Map<Sign, Integer> signs(List<Instance> instances) {
        Map<Sign, Integer> signs = new EnumMap<>(Sign.class);
        for (Sign sign : Sign.values()) {
            signs.put(sign, sum(instances, sign));
        }
        return signs;
    }

    private static int sum(List<Instance> instances, Sign sign) {
        return instances.stream()
                .mapToInt(instance -> instance.log().count(sign))
                .sum();
    }
}
