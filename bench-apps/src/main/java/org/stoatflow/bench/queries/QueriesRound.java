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
import org.stoatflow.bench.latency.Feeder;
import org.stoatflow.bench.latency.Latencies;
import org.stoatflow.bench.latency.LatencyReader;
import org.stoatflow.bench.latency.LatencyReader.Window;
import org.stoatflow.bench.latency.OutputCheck;
import org.stoatflow.bench.latency.RoundTopics;
import org.stoatflow.bench.latency.Schedule;
import org.stoatflow.bench.latency.Workload;
import org.stoatflow.command.Guarantee;
import org.stoatflow.localkafka.LocalKafka;

/** One start of the application, on topics of its own, and what it gives. Every wait has a bound. */
final class QueriesRound {
    static final Workload WORDS = Workload.named("word-count");

    private static final Duration LEAD = Duration.ofMillis(500);
    private static final Duration OUTPUT_LIMIT = Duration.ofMinutes(2);
    private static final Duration READ_LIMIT = Duration.ofMinutes(1);
    private static final long LOOK_MS = 20;
    private static final int AS_FAST_AS_IT_GOES = 1_000_000;

    private final LocalKafka kafka;
    private final QueriesOptions options;
    private final RoundTopics topics;

    QueriesRound(LocalKafka kafka, QueriesOptions options, int number) {
        this.kafka = kafka;
        this.options = options;
        this.topics = new RoundTopics(kafka.admin(), "queries-" + number);
    }

    /** Fills the input, and starts the application: lines a second, of the second half of the lines. */
    double saturate() throws BenchFailure, InterruptedException {
        createTopics();
        Schedule schedule = new Schedule(System.nanoTime(), AS_FAST_AS_IT_GOES);
        OutputCheck check = WORDS.newCheck();
        Window none = new Window(schedule.startNs(), schedule.startNs());
        try (Feeder feeder = feeder(schedule, options.saturating());
                LatencyReader outputs = reader(none, none, check)) {
            feeder.start();
            feeder.awaitEnd();
            outputs.start();
            try (BenchFolder folder = BenchFolder.create("queries");
                    CountingApp app = CountingApp.running(topics.input(), topics.output(), settings(folder.path()))) {
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
            topics.deleteAll();
        }
    }

    /** Feeds at a rate, reads, and checks output and counts. */
    QueriesResult run(Readers readers, int rate) throws BenchFailure, InterruptedException {
        createTopics();
        try (BenchFolder folder = BenchFolder.create("queries");
                CountingApp app = CountingApp.running(topics.input(), topics.output(), settings(folder.path()))) {
            return feed(app, readers, rate);
        } finally {
            topics.deleteAll();
        }
    }

    /** The application starts at once, so the topics must be there. */
    private void createTopics() {
        kafka.createTopic(topics.input(), options.partitions());
        kafka.createTopic(topics.output(), options.partitions());
    }

    private QueriesResult feed(CountingApp app, Readers readers, int rate) throws BenchFailure, InterruptedException {
        Schedule schedule = new Schedule(System.nanoTime() + LEAD.toNanos(), rate);
        long fromNs = schedule.startNs() + options.warmup().toNanos();
        long toNs = fromNs + options.measured().toNanos();
        long lines = schedule.firstFrom(toNs - schedule.startNs());
        OutputCheck check = WORDS.newCheck();
        Window cold = new Window(schedule.startNs(), fromNs);
        Window measured = new Window(fromNs, toNs);
        List<PointReader> reading = new ArrayList<>();
        try (LatencyReader outputs = reader(cold, measured, check);
                Feeder feeder = feeder(schedule, lines)) {
            outputs.start();
            feeder.start();
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
            feeder.awaitEnd();
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

    private static void stop(List<PointReader> readers) throws BenchFailure, InterruptedException {
        for (PointReader reader : readers) {
            reader.stop();
        }
    }

    private static Histogram sum(List<Histogram> histograms) {
        Histogram sum = new Histogram(Duration.ofMinutes(1).toNanos(), 3);
        histograms.forEach(sum::add);
        return sum;
    }

    private Feeder feeder(Schedule schedule, long lines) {
        return new Feeder(kafka.bootstrapServers(), WORDS, schedule, lines, topics.input(), options.partitions());
    }

    private LatencyReader reader(Window cold, Window measured, OutputCheck check) {
        return new LatencyReader(
                kafka.bootstrapServers(), topics.output(), options.partitions(), cold, measured, check);
    }

    private Map<String, String> settings(Path folder) {
        Map<String, String> settings = new HashMap<>();
        settings.put("application.id", topics.prefix());
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("processing.guarantee", options.guarantee().setting());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("statestore.cache.max.bytes", "0");
        settings.put("application.server", "here:1"); // metadata are asked for
        settings.put("state.dir", folder.toString());
        return settings;
    }

    private static void awaitTime(CountingApp app, long ns) throws BenchFailure, InterruptedException {
        for (long restNs; (restNs = ns - System.nanoTime()) > 0; ) {
            app.check();
            TimeUnit.NANOSECONDS.sleep(Math.min(restNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
        }
    }

    private static void awaitOutputs(CountingApp app, LatencyReader outputs, long expected)
            throws BenchFailure, InterruptedException {
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
            throws BenchFailure, InterruptedException {
        Map<String, Long> expected = new HashMap<>();
        for (long number = 0; number < lines; number++) {
            for (String word : WORDS.input(number).value().split(" ")) {
                expected.merge(word, 1L, Long::sum);
            }
        }
        for (Map.Entry<String, Long> word : expected.entrySet()) {
            awaitCount(app, word.getKey(), word.getValue());
        }
        outputs.awaitEnd(topics.endOfOutput(options.partitions()), READ_LIMIT);
        OutputCheck.Verdict verdict = check.verdict(lines);
        if (!verdict.wrong().isEmpty()) {
            throw new BenchFailure("the output is wrong, such as\n  " + String.join("\n  ", verdict.wrong()));
        }
        if (verdict.surplus() > 0 && options.guarantee() == Guarantee.EXACTLY_ONCE) {
            throw new BenchFailure(verdict.surplus() + " outputs came more than once");
        }
    }

    /** Rows are written a little after the commit that shows the output. At least once, a word may count twice. */
    private void awaitCount(CountingApp app, String word, long expected) throws BenchFailure, InterruptedException {
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
