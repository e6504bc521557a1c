package org.stoatflow.chaos;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;
import org.stoatflow.localkafka.LocalKafka;

/** Cold starts, several at once, so that processors are busy, until all are done or one has failed. */
final class ColdStarts {
    /**
     * Commits come every 100 ms. A time without a commit that is longer than this is a stall, even on processors that
     * other programs use too.
     */
    private static final Duration GAP_MAX = Duration.ofSeconds(25);

    /** The time for one start besides the time of its feed: to its first commit, for its backlog, and to its end. */
    private static final Duration NEXT_LIMIT = Duration.ofMinutes(10);

    private static final int TOLD_EVERY = 10;

    private final ChaosOptions options;
    private final Mode.ColdStarts mode;
    private final LocalKafka kafka;
    private final Path folder;
    private final PrintStream out;
    private final List<ColdStart.Outcome> held = new ArrayList<>();

    ColdStarts(ChaosOptions options, Mode.ColdStarts mode, LocalKafka kafka, Path folder, PrintStream out) {
        this.options = options;
        this.mode = mode;
        this.kafka = kafka;
        this.folder = folder;
        this.out = out;
    }

    /** Runs all starts, and returns a summary; throws the {@link ChaosFailure} of the first start that fails. */
    String run() {
        Map<String, Object> config = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ProducerConfig.LINGER_MS_CONFIG,
                "5");
        long startedNs = System.nanoTime();
        try (KafkaProducer<String, String> producer =
                        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
                ExecutorService threads = Executors.newFixedThreadPool(mode.parallel())) {
            ExecutorCompletionService<ColdStart.Outcome> running = new ExecutorCompletionService<>(threads);
            for (int i = 1; i <= mode.starts(); i++) {
                ColdStart start = new ColdStart(i, options, mode, kafka, producer, folder, GAP_MAX);
                running.submit(start::run);
            }
            try {
                for (int i = 1; i <= mode.starts(); i++) {
                    held.add(next(running).get());
                    if (i % TOLD_EVERY == 0) {
                        out.println(i + " of " + mode.starts() + " cold starts done; " + summary(startedNs));
                    }
                }
            } catch (ExecutionException failed) {
                threads.shutdownNow();
                throw new ChaosFailure(String.valueOf(failed.getCause()), failed);
            } catch (InterruptedException interrupted) {
                threads.shutdownNow();
                Thread.currentThread().interrupt();
                throw new ChaosFailure("interrupted while waiting for cold starts", interrupted);
            }
        }
        return mode.starts() + " cold starts; " + summary(startedNs);
    }

    /** Waits for the next start to end. Each start bounds its own waits, but not those for the broker's answers. */
    private Future<ColdStart.Outcome> next(ExecutorCompletionService<ColdStart.Outcome> running)
            throws InterruptedException, ExecutionException {
        Duration limit = mode.each().plus(NEXT_LIMIT);
        Future<ColdStart.Outcome> next = running.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (next == null) {
            throw new ExecutionException(new ChaosFailure(
                    "no cold start was done within " + limit.toSeconds() + " s; " + held.size() + " were before"));
        }
        return next;
    }

    private String summary(long startedNs) {
        List<Duration> firsts =
                sorted(held.stream().map(ColdStart.Outcome::firstCommit).toList());
        List<Duration> gaps =
                sorted(held.stream().map(ColdStart.Outcome::longestGap).toList());
        return String.format(
                Locale.ROOT,
                "%,d lines; first commit after %.1f s (median), at the latest %.1f s; longest gap between commits %.1f"
                        + " s (median), at most %.1f s; %d s in all",
                held.stream().mapToLong(ColdStart.Outcome::lines).sum(),
                seconds(firsts.get(firsts.size() / 2)),
                seconds(firsts.getLast()),
                seconds(gaps.get(gaps.size() / 2)),
                seconds(gaps.getLast()),
                Duration.ofNanos(System.nanoTime() - startedNs).toSeconds());
    }

    private static List<Duration> sorted(List<Duration> durations) {
        List<Duration> sorted = new ArrayList<>(durations);
        Collections.sort(sorted);
        return sorted;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
