package org.stoatflow.bench.queries;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.BenchFolder;
import org.stoatflow.bench.latency.Latencies;
import org.stoatflow.bench.role.BrokerAccess;
import org.stoatflow.bench.role.BrokerTopics;
import org.stoatflow.bench.role.Feeder;
import org.stoatflow.bench.role.LatencyReader;
import org.stoatflow.bench.role.LatencyWindow;
import org.stoatflow.bench.role.RoleFailure;
import org.stoatflow.bench.role.Schedule;
import org.stoatflow.bench.scenario.OutputCheck;
import org.stoatflow.bench.scenario.Scenario;
import org.stoatflow.bench.scenario.Topics;
import org.stoatflow.bench.scenario.WordCount;
import org.stoatflow.command.Guarantee;
import org.stoatflow.localkafka.LocalKafka;

/** One start of the application, on topics of its own, and what it gives. Every wait has a bound. */
final class QueriesRound {
    static final WordCount WORDS = (WordCount) Scenario.named("word-count");

    private static final Duration LEAD = Duration.ofMillis(500);
    private static final Duration OUTPUT_LIMIT = Duration.ofMinutes(2);
    private static final Duration FEED_LIMIT = Duration.ofMinutes(10);
    private static final Duration READ_LIMIT = Duration.ofMinutes(1);
    private static final long LOOK_MS = 20;
    private static final int AS_FAST_AS_IT_GOES = 1_000_000;

    private final LocalKafka kafka;
    private final QueriesOptions options;
    private final String prefix;
    private final BrokerTopics topics;

    QueriesRound(LocalKafka kafka, QueriesOptions options, int number) {
        this.kafka = kafka;
        this.options = options;
        this.prefix = "queries-" + number;
        this.topics = new BrokerTopics(kafka.admin(), WORDS, Topics.of(prefix, WORDS), options.partitions());
    }

    /** Fills the input, and starts the application: lines a second, of the second half of the lines. */
    double saturate() throws RoleFailure, InterruptedException {
        topics.create();
        Schedule schedule = Schedule.in(Duration.ZERO, AS_FAST_AS_IT_GOES);
        OutputCheck check = WORDS.newCheck(options.saturating());
        LatencyWindow none = new LatencyWindow(schedule.startNs(), schedule.startNs());
        try (Feeder feeder = feeder(options.saturating());
                LatencyReader outputs = reader(List.of(none), check)) {
            feeder.start(schedule);
            feeder.awaitEnd(FEED_LIMIT);
            outputs.start();
            try (BenchFolder folder = BenchFolder.create("queries");
                    CountingApp app = CountingApp.running(topics.topics(), settings(folder.path()))) {
                long all = WORDS.outputs(options.saturating());
                awaitOutputs(app, outputs, all / 2);
                long fromNs = System.nanoTime();
                long from = outputs.outputs();
                awaitOutputs(app, outputs, all);
                double seconds = seconds(fromNs, System.nanoTime());
                verify(app, outputs, check, options.saturating());
                return (all - from) / seconds / WORDS.outputs(1);
            }
        } finally {
            BrokerTopics.deleteAll(kafka.admin(), prefix);
        }
    }

    /** Feeds at a rate, reads, and checks output and counts. */
    QueriesResult run(Readers readers, int rate) throws RoleFailure, InterruptedException {
        topics.create();
        try (BenchFolder folder = BenchFolder.create("queries");
                CountingApp app = CountingApp.running(topics.topics(), settings(folder.path()))) {
            return feed(app, readers, rate);
        } finally {
            BrokerTopics.deleteAll(kafka.admin(), prefix);
        }
    }

    private QueriesResult feed(CountingApp app, Readers readers, int rate) throws RoleFailure, InterruptedException {
        Schedule schedule = Schedule.in(LEAD, rate);
        long fromNs = schedule.startNs() + options.warmup().toNanos();
        long toNs = fromNs + options.measured().toNanos();
        long lines = schedule.firstFrom(toNs - schedule.startNs());
        OutputCheck check = WORDS.newCheck(lines);
        LatencyWindow cold = new LatencyWindow(schedule.startNs(), fromNs);
        LatencyWindow measured = new LatencyWindow(fromNs, toNs);
        List<PointReader> reading = new ArrayList<>();
        try (LatencyReader outputs = reader(List.of(cold, measured), check);
                Feeder feeder = feeder(lines)) {
            outputs.start();
            feeder.start(schedule);
            // From the begin on, so that the code of reads is compiled when it is measured.
            List<PointReader> warming = start(app, readers);
            reading.addAll(warming);
            awaitTime(app, fromNs);
            stop(warming);
            List<PointReader> counting = start(app, readers);
            reading.addAll(counting);
            long before = outputs.outputs();
            long beganNs = System.nanoTime();
            awaitTime(app, toNs);
            double seconds = seconds(beganNs, System.nanoTime());
            double rateOfOutputs = (outputs.outputs() - before) / seconds;
            stop(counting);
            double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
            feeder.awaitEnd(FEED_LIMIT);
            awaitOutputs(app, outputs, WORDS.outputs(lines));
            verify(app, outputs, check, lines);
            return new QueriesResult(
                    readers,
                    Latencies.of(cold.micros(), measured.micros()),
                    rateOfOutputs,
                    PointReads.of(sum(counting.stream().map(PointReader::getNs).toList()), seconds),
                    PointReads.of(
                            sum(counting.stream().map(PointReader::queryNs).toList()), seconds),
                    load);
        } finally {
            reading.forEach(PointReader::close);
        }
    }

    private List<PointReader> start(CountingApp app, Readers readers) {
        List<PointReader> started = new ArrayList<>();
        for (int number = 0; number < readers.threads(); number++) {
            PointReader reader = new PointReader(app, number, readers.pauseNs(options.paced()));
            reader.start();
            started.add(reader);
        }
        return started;
    }

    private static void stop(List<PointReader> readers) throws RoleFailure, InterruptedException {
        for (PointReader reader : readers) {
            reader.stop();
        }
    }

    private static Histogram sum(List<Histogram> histograms) {
        Histogram sum = new Histogram(Duration.ofMinutes(1).toNanos(), 3);
        histograms.forEach(sum::add);
        return sum;
    }

    private Feeder feeder(long lines) {
        return new Feeder(
                BrokerAccess.at(kafka.bootstrapServers()), WORDS, topics.topics(), options.partitions(), lines);
    }

    private LatencyReader reader(List<LatencyWindow> windows, OutputCheck check) {
        return new LatencyReader(
                BrokerAccess.at(kafka.bootstrapServers()),
                WORDS,
                topics.topics(),
                options.partitions(),
                windows,
                check);
    }

    private Map<String, String> settings(Path folder) {
        Map<String, String> settings = new HashMap<>();
        settings.put("application.id", prefix);
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("processing.guarantee", options.guarantee().setting());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("statestore.cache.max.bytes", "0");
        settings.put("application.server", "here:1"); // metadata are asked for
        settings.put("state.dir", folder.toString());
        return settings;
    }

    private static void awaitTime(CountingApp app, long ns) throws RoleFailure, InterruptedException {
        for (long restNs; (restNs = ns - Schedule.nowNs()) > 0; ) {
            app.check();
            TimeUnit.NANOSECONDS.sleep(Math.min(restNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
        }
    }

    private static void awaitOutputs(CountingApp app, LatencyReader outputs, long expected)
            throws RoleFailure, InterruptedException {
        long startNs = System.nanoTime();
        while (outputs.outputs() < expected) {
            app.check();
            outputs.check();
            if (System.nanoTime() - startNs > OUTPUT_LIMIT.toNanos()) {
                throw new BenchFailure(outputs.outputs() + " of " + expected + " outputs came within "
                        + OUTPUT_LIMIT.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    /** All output is there: each count came in turn, and both kinds of queries give the last one of each word. */
    private void verify(CountingApp app, LatencyReader outputs, OutputCheck check, long lines)
            throws RoleFailure, InterruptedException {
        Map<String, Long> expected = new HashMap<>();
        for (long number = 0; number < lines; number++) {
            for (String word : WORDS.input(number).text().split(" ")) {
                expected.merge(word, 1L, Long::sum);
            }
        }
        for (Map.Entry<String, Long> word : expected.entrySet()) {
            awaitCount(app, word.getKey(), word.getValue());
        }
        outputs.awaitEnd(topics.endOfOutput(), READ_LIMIT);
        OutputCheck.Verdict verdict = check.verdict();
        if (!verdict.wrong().isEmpty()) {
            throw new BenchFailure("the output is wrong, such as\n  " + String.join("\n  ", verdict.wrong()));
        }
        if (verdict.surplus() > 0 && options.guarantee() == Guarantee.EXACTLY_ONCE) {
            throw new BenchFailure(verdict.surplus() + " outputs came more than once");
        }
    }

    /** Rows are written a little after the commit that shows the output. At least once, a word may count twice. */
    private void awaitCount(CountingApp app, String word, long expected) throws RoleFailure, InterruptedException {
        long startNs = System.nanoTime();
        long get = app.get(word);
        long query = app.query(word);
        while (get < expected || query < expected) {
            app.check();
            if (System.nanoTime() - startNs > READ_LIMIT.toNanos()) {
                throw new BenchFailure(
                        "the count of " + word + " is " + get + " by get and " + query + " by query, not " + expected);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            get = app.get(word);
            query = app.query(word);
        }
        if (options.guarantee() == Guarantee.EXACTLY_ONCE && (get != expected || query != expected)) {
            throw new BenchFailure(
                    "the count of " + word + " is " + get + " by get and " + query + " by query, not " + expected);
        }
    }

    private static double seconds(long fromNs, long toNs) {
        return (toNs - fromNs) / 1e9;
    }
}
