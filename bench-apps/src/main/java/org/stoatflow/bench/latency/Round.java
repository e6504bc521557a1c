package org.stoatflow.bench.latency;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.stoatflow.bench.machine.ProcessorTime;
import org.stoatflow.bench.role.BrokerTopics;
import org.stoatflow.bench.role.ConsumerResult;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.bench.role.RoundProcess;
import org.stoatflow.bench.role.Schedule;
import org.stoatflow.bench.role.Variable;
import org.stoatflow.bench.scenario.Topics;
import org.stoatflow.command.Guarantee;
import org.stoatflow.localkafka.LocalKafka;

/**
 * Measures one application once on a running broker: makes topics, and starts application, latency consumer and load
 * generator, each a process of its own; waits for the window; then everything is read to its end and checked. Every
 * wait has a bound.
 */
public final class Round {
    private static final Duration LEAD = Duration.ofSeconds(2); // the consumer begins to read after it is told
    private static final Duration OUTPUT_LIMIT = Duration.ofSeconds(60);
    private static final Duration RESULT_LIMIT = Duration.ofSeconds(90);
    private static final long LOOK_MS = 100;

    private final Cell cell;
    private final Arm arm;
    private final int number;
    private final RoundOptions options;
    private final LocalKafka kafka;
    private final String prefix;
    private final Topics topics;

    /** @param prefix the application's id, and the begin of the names of its topics */
    public Round(Cell cell, Arm arm, int number, RoundOptions options, LocalKafka kafka, String prefix) {
        this.cell = cell;
        this.arm = arm;
        this.number = number;
        this.options = options;
        this.kafka = kafka;
        this.prefix = prefix;
        this.topics = Topics.of(prefix, cell.scenario());
    }

    /** Takes the round. */
    public RoundOutcome run() throws RoleFailure, InterruptedException {
        try (BenchFolder folder = BenchFolder.create("latency")) {
            new BrokerTopics(kafka.admin(), cell.scenario(), topics, options.partitions()).create();
            RoundOutcome outcome = runIn(folder.path());
            BrokerTopics.deleteAll(kafka.admin(), prefix);
            return outcome;
        }
    }

    private RoundOutcome runIn(Path folder) throws RoleFailure, InterruptedException {
        try (AppProcess app =
                AppProcess.start(arm.library(), cell.scenario().name(), topics, settings(), jvmArgs(), folder)) {
            app.awaitRunning();
            try (RoundProcess consumer = RoundProcess.consumer(variables(), folder);
                    RoundProcess generator = RoundProcess.generator(variables(), folder)) {
                return measure(new Parties(app, consumer, generator));
            }
        }
    }

    private List<String> jvmArgs() {
        List<String> all = new ArrayList<>(options.jvmArgs());
        all.addAll(arm.jvmArgs());
        return all;
    }

    private Map<Variable, String> variables() {
        Map<Variable, String> variables = new HashMap<>();
        variables.put(Variable.BOOTSTRAP_SERVERS, kafka.bootstrapServers());
        variables.put(Variable.PROGRAM, cell.scenario().name());
        variables.put(Variable.TOPICS, topics.text());
        variables.put(Variable.PARTITIONS, Integer.toString(options.partitions()));
        variables.put(Variable.RECORDS, Long.toString(records()));
        variables.put(Variable.RATE, Integer.toString(cell.rate()));
        variables.put(Variable.WARMUP_SECONDS, Integer.toString(options.warmupSeconds()));
        variables.put(Variable.MEASURED_SECONDS, Integer.toString(options.measuredSeconds()));
        return variables;
    }

    private long records() {
        return ((long) options.warmupSeconds() + options.measuredSeconds()) * cell.rate();
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("application.id", prefix);
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("processing.guarantee", cell.guarantee().setting());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("statestore.cache.max.bytes", "0");
        settings.putAll(arm.library().settings(options.streamThreads()));
        settings.putAll(options.settings());
        return settings;
    }

    /** The participants of a round; any of them may fail. */
    private record Parties(AppProcess app, RoundProcess consumer, RoundProcess generator) {
        /** Has generator and consumer begin at the same time, which it gives. */
        long start() throws RoleFailure, InterruptedException {
            consumer.awaitReady();
            generator.awaitReady();
            long startNs = Schedule.nowNs() + LEAD.toNanos();
            consumer.start(startNs);
            generator.start(startNs);
            return startNs;
        }

        void check() throws RoleFailure, InterruptedException {
            app.check();
            consumer.check();
            generator.check();
        }

        void sleepUntil(long ns) throws RoleFailure, InterruptedException {
            for (long restNs; (restNs = ns - Schedule.nowNs()) > 0; ) {
                check();
                TimeUnit.NANOSECONDS.sleep(Math.min(restNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
            }
        }
    }

    private RoundOutcome measure(Parties parties) throws RoleFailure, InterruptedException {
        long fromNs = parties.start() + TimeUnit.SECONDS.toNanos(options.warmupSeconds());
        RoundUsage usage = usage(parties, fromNs, fromNs + TimeUnit.SECONDS.toNanos(options.measuredSeconds()));
        long latestNs = awaitOutputs(parties);
        parties.app().stop();
        parties.consumer().end();
        ConsumerResult result = ConsumerResult.parse(parties.consumer().result(RESULT_LIMIT));
        verify(result);
        if (result.micros().getTotalCount() == 0) {
            throw new BenchFailure(describe() + ": no output of the measured window came");
        }
        return new RoundOutcome(cell, arm, result, usage, latestNs);
    }

    private RoundUsage usage(Parties parties, long fromNs, long toNs) throws RoleFailure, InterruptedException {
        ProcessHandle broker = ProcessHandle.of(kafka.pid(1))
                .orElseThrow(() -> new BenchFailure("the broker has ended; see its log in the temporary folder"));
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

    /** Waits until nothing is missing, as long as outputs come; how late the generator was, in nanoseconds. */
    private long awaitOutputs(Parties parties) throws RoleFailure, InterruptedException {
        long grownNs = System.nanoTime();
        RoundProcess.Progress seen = parties.consumer().progress();
        while (seen.missing() > 0) {
            parties.check();
            RoundProcess.Progress now = parties.consumer().progress();
            if (now.missing() < seen.missing()) {
                grownNs = System.nanoTime();
            } else if (System.nanoTime() - grownNs > OUTPUT_LIMIT.toNanos()) {
                throw new BenchFailure(describe() + ": " + now.outputs() + " outputs came, then for "
                        + OUTPUT_LIMIT.toSeconds() + " s none of the " + now.missing() + " that are missing");
            }
            seen = now;
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        parties.generator().end();
        return Long.parseLong(parties.generator().result(RESULT_LIMIT));
    }

    private void verify(ConsumerResult result) throws BenchFailure {
        if (!result.wrong().isEmpty()) {
            throw new BenchFailure(
                    describe() + ": the output is wrong, such as\n  " + String.join("\n  ", result.wrong()));
        }
        if (result.surplus() > 0 && cell.guarantee() == Guarantee.EXACTLY_ONCE) {
            throw new BenchFailure(describe() + ": " + result.surplus() + " outputs came more than once");
        }
    }

    private String describe() {
        return arm.title() + ", " + cell.describe() + ", round " + number;
    }
}
