package org.stoatflow.bench.failover;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.bench.blocking.PacedFeed;
import org.stoatflow.bench.latency.AppProcess;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.BenchFolder;
import org.stoatflow.bench.latency.TopicFill;
import org.stoatflow.bench.restore.RowText;
import org.stoatflow.localkafka.LocalKafka;

/** One fail-over, with topics and folders of its own. */
final class FailoverRound {
    private static final int VALUE_BYTES = 100;
    private static final long LOOK_MS = 10;
    private static final long LIMIT_MS = TimeUnit.MINUTES.toMillis(20);
    private static final long LAG_MAX = 1_000;

    private final LocalKafka kafka;
    private final FailoverOptions options;
    private final Contender contender;
    private final Strike strike;
    private final String name;

    FailoverRound(LocalKafka kafka, FailoverOptions options, Contender contender, Strike strike, int round) {
        this.kafka = kafka;
        this.options = options;
        this.contender = contender;
        this.strike = strike;
        this.name = "failover-" + contender + "-" + strike + "-" + round;
    }

    FailoverResult run() throws BenchFailure, InterruptedException {
        kafka.createTopic(input(), options.load().partitions());
        kafka.createTopic(output(), options.load().partitions());
        fill();
        try (BenchFolder folder = BenchFolder.create("failover");
                OutputTimes outputs = new OutputTimes(
                        kafka.bootstrapServers(), output(), options.load().partitions());
                AppProcess owner = start(folder.path().resolve("owner"))) {
            owner.awaitRunning();
            await("the table is filled", () -> outputs.seen() >= options.load().rows());
            try (AppProcess waiter = start(folder.path().resolve("waiter"));
                    Producer<String, String> producer = producer()) {
                awaitReady(waiter);
                PacedFeed feed = new PacedFeed(producer, options.load().rate(), this::record).start();
                TimeUnit.SECONDS.sleep(options.load().leadSeconds());
                FailoverResult result = strike(owner, waiter, outputs);
                feed.stop();
                return result;
            }
        }
    }

    private String input() {
        return name + "-in";
    }

    private String output() {
        return name + "-out";
    }

    private void fill() throws BenchFailure {
        try (TopicFill fill = new TopicFill(kafka.bootstrapServers())) {
            for (int row = 0; row < options.load().rows(); row++) {
                fill.send(record(row));
            }
        }
    }

    private ProducerRecord<String, String> record(long number) {
        long row = Math.floorMod(number * 2_654_435_761L, (long) options.load().rows());
        return new ProducerRecord<>(input(), String.format("row-%010d", row), RowText.of(number, VALUE_BYTES));
    }

    private Producer<String, String> producer() {
        return new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer());
    }

    private AppProcess start(Path folder) throws BenchFailure {
        Map<String, String> settings = new HashMap<>();
        settings.put("application.id", name);
        settings.put("bootstrap.servers", kafka.bootstrapServers());
        settings.put("processing.guarantee", options.guarantee().setting());
        settings.put("default.key.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("default.value.serde", "org.apache.kafka.common.serialization.Serdes$StringSerde");
        settings.put("statestore.cache.max.bytes", "0");
        settings.put("session.timeout.ms", "10000"); // StoatFlow's default; Kafka Streams' is 45 s
        settings.putAll(contender.settings());
        settings.putAll(contender.library().settings(2));
        settings.putAll(options.settings());
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return AppProcess.start(contender.library(), "updates", input(), output(), settings, List.of(), folder);
    }

    /** A standby has followed; another one has had time to join. */
    private void awaitReady(AppProcess waiter) throws BenchFailure, InterruptedException {
        if (contender.hasStandby()) {
            waiter.awaitRunning();
            await("the standby has followed", () -> isClose(waiter.lag()));
        }
        TimeUnit.SECONDS.sleep(options.load().leadSeconds());
    }

    private static boolean isClose(String lag) {
        return !lag.equals("null") && Long.parseLong(lag) <= LAG_MAX;
    }

    private FailoverResult strike(AppProcess owner, AppProcess waiter, OutputTimes outputs)
            throws BenchFailure, InterruptedException {
        end(owner); // what it puts out until then is its own
        long strikeNs = System.nanoTime();
        outputs.strike(System.currentTimeMillis());
        double detected = Double.NaN;
        double running = Double.NaN;
        boolean wasRunning = waiter.state().equals("RUNNING");
        while (!outputs.isCaughtUp()) {
            waiter.check();
            boolean isRunning = waiter.state().equals("RUNNING");
            double seconds = (System.nanoTime() - strikeNs) / 1e9;
            if (wasRunning && !isRunning) {
                detected = seconds;
            }
            if (!wasRunning && isRunning) {
                running = seconds;
            }
            wasRunning = isRunning;
            if (seconds * 1e3 > LIMIT_MS) {
                throw new BenchFailure(contender.title() + " has not caught up within " + seconds + " s");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        return new FailoverResult(
                contender, strike, detected, running, outputs.secondsToFirst(), outputs.secondsToCaughtUp());
    }

    private void end(AppProcess owner) throws BenchFailure, InterruptedException {
        switch (strike) {
            case KILL -> owner.close();
            case CLOSE -> owner.stop();
        }
    }

    private interface Condition {
        boolean holds() throws BenchFailure, InterruptedException;
    }

    private static void await(String what, Condition condition) throws BenchFailure, InterruptedException {
        long startNs = System.nanoTime();
        while (!condition.holds()) {
            if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs) > LIMIT_MS) {
                throw new BenchFailure("not within " + LIMIT_MS + " ms: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }
}
