package org.stoatflow.bench.latency;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.stoatflow.bench.latency.LatencyReader.Window;
import org.stoatflow.bench.machine.ProcessorTime;
import org.stoatflow.command.Guarantee;

/**
 * Measures one application once on a running broker: makes topics, application, reader and feed; waits for the window;
 * then everything is read to its end and checked. Every wait has a bound.
 */
final class Round {
    private static final Duration LEAD = Duration.ofMillis(500);
    private static final Duration COLD = Duration.ofSeconds(10);
    private static final Duration OUTPUT_LIMIT = Duration.ofSeconds(60);
    private static final Duration READ_LIMIT = Duration.ofSeconds(30);
    private static final long LOOK_MS = 100;

    private final Scenario scenario;
    private final Library library;
    private final int number;
    private final LatencyOptions options;
    private final RoundTopics topics;
    private final String bootstrapServers;
    private final ProcessHandle broker;

    Round(
            Scenario scenario,
            Library library,
            int number,
            LatencyOptions options,
            RoundTopics topics,
            String bootstrapServers,
            ProcessHandle broker) {
        this.scenario = scenario;
        this.library = library;
        this.number = number;
        this.options = options;
        this.topics = topics;
        this.bootstrapServers = bootstrapServers;
        this.broker = broker;
    }

    RoundResult run() throws BenchFailure, InterruptedException {
        try (BenchFolder folder = BenchFolder.create("latency")) {
            topics.create(options.applications().partitions());
            RoundResult result = runIn(folder.path());
            topics.deleteAll();
            return result;
        }
    }

    private RoundResult runIn(Path folder) throws BenchFailure, InterruptedException {
        try (AppProcess app = AppProcess.start(
                library,
                scenario.workload().name(),
                topics.input(),
                topics.output(),
                settings(),
                options.applications().jvmArgs(),
                folder)) {
            app.awaitRunning();
            Schedule schedule = new Schedule(System.nanoTime() + LEAD.toNanos(), scenario.rate());
            long fromNs = schedule.startNs() + options.timing().warmup().toNanos();
            long toNs = fromNs + options.timing().measured().toNanos();
            long inputs = schedule.firstFrom(toNs - schedule.startNs());
            OutputCheck check = scenario.workload().newCheck();
            Window cold = new Window(schedule.startNs(), Math.min(fromNs, schedule.startNs() + COLD.toNanos()));
            Window measured = new Window(fromNs, toNs);
            try (LatencyReader reader = new LatencyReader(
                            bootstrapServers,
                            topics.output(),
                            options.applications().partitions(),
                            cold,
                            measured,
                            check);
                    Feeder feeder = new Feeder(
                            bootstrapServers,
                            scenario.workload(),
                            schedule,
                            inputs,
                            topics.input(),
                            options.applications().partitions())) {
                reader.start();
                feeder.start();
                Parties parties = new Parties(app, reader, feeder);
                RoundUsage usage = measure(parties, fromNs, toNs);
                feeder.awaitEnd();
                awaitOutputs(parties, inputs);
                app.stop();
                reader.awaitEnd(topics.endOfOutput(options.applications().partitions()), READ_LIMIT);
                return result(cold.micros(), measured.micros(), usage, verified(check.verdict(inputs)));
            }
        }
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("application.id", topics.prefix());
        settings.put("bootstrap.servers", bootstrapServers);
        settings.put("processing.guarantee", scenario.guarantee().setting());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("statestore.cache.max.bytes", "0");
        settings.putAll(library.settings(options.applications().streamThreads()));
        settings.putAll(options.applications().settings());
        return settings;
    }

    /** The participants of a round; any of them may fail. */
    private record Parties(AppProcess app, LatencyReader reader, Feeder feeder) {
        void check() throws BenchFailure {
            app.check();
            reader.check();
            feeder.check();
        }

        void sleepUntil(long ns) throws BenchFailure, InterruptedException {
            for (long restNs; (restNs = ns - System.nanoTime()) > 0; ) {
                check();
                TimeUnit.NANOSECONDS.sleep(Math.min(restNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
            }
        }
    }

    private RoundUsage measure(Parties parties, long fromNs, long toNs) throws BenchFailure, InterruptedException {
        parties.sleepUntil(fromNs);
        long startNs = System.nanoTime();
        ProcessUsage app = ProcessUsage.of(parties.app().handle());
        ProcessUsage brokerBefore = ProcessUsage.of(broker);
        ProcessorTime machineBefore = ProcessorTime.now();
        parties.sleepUntil(toNs);
        double windowNs = System.nanoTime() - startNs;
        ProcessUsage appAfter = ProcessUsage.of(parties.app().handle());
        ProcessUsage brokerAfter = ProcessUsage.of(broker);
        return new RoundUsage(
                100 * (appAfter.cpu().toNanos() - app.cpu().toNanos()) / windowNs,
                100 * (brokerAfter.cpu().toNanos() - brokerBefore.cpu().toNanos()) / windowNs,
                appAfter.residentKib() / 1_024.0,
                appAfter.residentPeakKib() / 1_024.0,
                ProcessorTime.now().stolenPercentSince(machineBefore));
    }

    private void awaitOutputs(Parties parties, long inputs) throws BenchFailure, InterruptedException {
        long expected = scenario.workload().outputs(inputs);
        long startNs = System.nanoTime();
        while (parties.reader().outputs() < expected) {
            parties.check();
            if (System.nanoTime() - startNs > OUTPUT_LIMIT.toNanos()) {
                throw new BenchFailure(describe() + ": " + parties.reader().outputs() + " of " + expected
                        + " outputs came within " + OUTPUT_LIMIT.toSeconds() + " s of the last input");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    private long verified(OutputCheck.Verdict verdict) throws BenchFailure {
        if (!verdict.wrong().isEmpty()) {
            throw new BenchFailure(
                    describe() + ": the output is wrong, such as\n  " + String.join("\n  ", verdict.wrong()));
        }
        if (verdict.surplus() > 0 && scenario.guarantee() == Guarantee.EXACTLY_ONCE) {
            throw new BenchFailure(describe() + ": " + verdict.surplus() + " outputs came more than once");
        }
        return verdict.surplus();
    }

    private RoundResult result(Histogram cold, Histogram micros, RoundUsage usage, long surplus) throws BenchFailure {
        if (micros.getTotalCount() == 0) {
            throw new BenchFailure(describe() + ": no output of the measured window came");
        }
        return new RoundResult(scenario, library, number, Latencies.of(cold, micros), usage, surplus);
    }

    private String describe() {
        return library.title() + ", " + scenario.describe() + ", round " + number;
    }
}
