package org.stoatflow.bench.blocking;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.command.Guarantee;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/**
 * A word count under exactly-once whose function fails once for some records. Measured are the time from a failure
 * until the record's own counts are committed, and the records read from changelogs meanwhile. Exactly-once only, since
 * at-least-once reads the tail.
 */
final class RestartInPlace {
    private static final int WORDS = 50_000;
    private static final int WORDS_A_LINE = 8;
    private static final int LANES = 32;
    private static final int WARM_UP_MS = 5_000;
    private static final int BETWEEN_MS = 1_500;
    private static final double LIMIT_MS = 1_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String POISON = "poison-";

    private final BenchCluster cluster;
    private final BlockingOptions options;
    private final Guarantee guarantee;
    private final Measurements measurements;
    private final Map<String, Long> failedNs = new ConcurrentHashMap<>();
    private final Map<String, Long> committedNs = new ConcurrentHashMap<>();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> counts = new HashMap<>(); // the tail's thread writes; read after its end
    private long outOfOrder; // likewise
    private long occurrences; // likewise

    RestartInPlace(BenchCluster cluster, BlockingOptions options, Guarantee guarantee, Measurements measurements) {
        this.cluster = cluster;
        this.options = options;
        this.guarantee = guarantee;
        this.measurements = measurements;
    }

    void run() throws InterruptedException {
        if (guarantee != Guarantee.EXACTLY_ONCE) {
            return;
        }
        String lines = cluster.topic("restart-lines");
        String out = cluster.topic("restart-counts");
        Properties config = cluster.config(cluster.name("restart"), guarantee, LANES);
        config.put("stoatflow.restarts.max", options.restarts() + 1);
        Random random = new Random(1);
        try (Producer<String, String> producer = cluster.producer();
                BenchApp app = BenchApp.running(topology(lines, out), config)) {
            PacedFeed feed = new PacedFeed(
                            producer,
                            Math.max(1, options.rate() / 5),
                            number -> new ProducerRecord<>(lines, "line-" + number, line(random)))
                    .start();
            Tail<Long> tail = Tail.of(cluster, out, new LongDeserializer(), this::onCount);
            try (tail) {
                Thread.sleep(WARM_UP_MS);
                for (int i = 0; i < options.restarts(); i++) {
                    String poison = POISON + i;
                    failing.add(poison);
                    feed.send(new ProducerRecord<>(lines, poison, poison));
                    tail.await(() -> committedNs.containsKey(poison), app, LIMIT, "the count of " + poison);
                    Thread.sleep(BETWEEN_MS);
                }
                long words = feed.stop() * WORDS_A_LINE + options.restarts();
                tail.await(() -> tail.seen() >= words, app, LIMIT, "all " + words + " counts");
            }
            report(app, feed.fed() * WORDS_A_LINE + options.restarts());
        }
    }

    private Topology topology(String lines, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(lines)
                .flatMapValues(line -> {
                    if (failing.remove(line)) {
                        failedNs.put(line, System.nanoTime());
                        throw new IllegalStateException("this record fails once: " + line);
                    }
                    return Arrays.asList(line.split(" ", -1));
                })
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("counts"))
                .toStream()
                .to(out, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private static String line(Random random) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < WORDS_A_LINE; i++) {
            line.append(i == 0 ? "" : " ").append('w').append(random.nextInt(WORDS));
        }
        return line.toString();
    }

    private void onCount(ConsumerRecord<String, Long> count, long arrivedNs) {
        if (count.key().startsWith(POISON)) {
            committedNs.putIfAbsent(count.key(), arrivedNs);
        }
        Long before = counts.put(count.key(), count.value());
        if (count.value() != (before == null ? 0 : before) + 1) {
            outOfOrder++;
        }
        occurrences++;
    }

    private void report(BenchApp app, long words) {
        String of = "restart, " + guarantee.setting();
        double longest = 0;
        double sum = 0;
        for (Map.Entry<String, Long> failed : failedNs.entrySet()) {
            double ms = (committedNs.getOrDefault(failed.getKey(), Long.MAX_VALUE) - failed.getValue()) / 1e6;
            longest = Math.max(longest, ms);
            sum += ms;
        }
        measurements.told(
                of,
                "from the failure to the record's own count, mean of " + failedNs.size(),
                sum / failedNs.size(),
                "ms");
        measurements.atMost(of, "the longest", longest, LIMIT_MS, "ms");
        measurements.exactly(of, "restarts in place", app.restarts(), options.restarts());
        measurements.exactly(of, "records read from changelogs", app.restored(), 0);
        measurements.exactly(of, "counts seen", occurrences, words);
        measurements.exactly(of, "counts repeated or left out", outOfOrder, 0);
    }
}
