package org.stoatflow.bench.blocking;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.command.Guarantee;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

/**
 * One key blocks in a stage of 256 lanes while records of other lanes' keys flow at a steady rate. What the others do is
 * counted by the time at which the broker appended their output; when output is visible again, by a read_committed reader.
 */
final class OneKey {
    private static final int LANES = 256;
    private static final int KEYS = 10_000;
    private static final int TRANSACTION_TIMEOUT_MS = 2_000;
    private static final int WARM_UP_MS = 30_000;
    private static final int NORMAL_MS = 5_000;
    private static final int BUCKET_MS = 100;
    private static final int TIMELINE_MS = 180_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String BLOCKER = "blocker";

    private final BenchCluster cluster;
    private final Options options;
    private final Guarantee guarantee;
    private final Figures figures;

    private final long zeroMs = System.currentTimeMillis();
    private final AtomicIntegerArray appended = new AtomicIntegerArray(TIMELINE_MS); // the tail's thread writes
    private final List<Long> arrivalsNs = new ArrayList<>(); // the tail's thread, read after its end
    private final Map<String, Long> lastOfKey = new HashMap<>(); // likewise
    private long repeated; // likewise
    private long blockersSeen; // likewise
    private long firstArrivalWithBlockerNs; // likewise

    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile long blockedMs;
    private volatile long blockedNs;
    private volatile long releasedNs;

    OneKey(BenchCluster cluster, Options options, Guarantee guarantee, Figures figures) {
        this.cluster = cluster;
        this.options = options;
        this.guarantee = guarantee;
        this.figures = figures;
    }

    void run() throws InterruptedException {
        String in = cluster.topic("one-key-in");
        String out = cluster.topic("one-key-out");
        Properties config = cluster.config(cluster.name("one-key"), guarantee, LANES);
        config.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), TRANSACTION_TIMEOUT_MS);
        String[] keys = LaneKeys.beside(BLOCKER, LANES, KEYS);
        try (Producer<String, String> producer = cluster.producer();
                BenchApp app = BenchApp.running(topology(in, out), config)) {
            PacedFeed feed = new PacedFeed(
                            producer,
                            options.rate(),
                            number -> new ProducerRecord<>(
                                    in, keys[(int) (number * 7_919 % keys.length)], String.valueOf(number)))
                    .start();
            Tail<String> tail = Tail.of(cluster, out, new StringDeserializer(), new Seen());
            try (tail) {
                Thread.sleep(WARM_UP_MS + NORMAL_MS);
                feed.send(new ProducerRecord<>(in, BLOCKER, "block"));
                await(blocked, "the blocking call");
                await(released, "the end of the blocking call");
                Thread.sleep(NORMAL_MS);
                long wanted = feed.stop() + 1;
                tail.await(() -> tail.seen() >= wanted, app, LIMIT, "all " + wanted + " outputs");
            }
            report(feed.fed() + 1, tail.seen(), app.restarts());
        }
    }

    private void await(CountDownLatch latch, String what) throws InterruptedException {
        if (!latch.await(options.blockMs() + LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(what + " does not come");
        }
    }

    private Topology topology(String in, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .mapValues((key, value) -> {
                    if (key.equals(BLOCKER)) {
                        block();
                    }
                    return value;
                })
                .to(out);
        return builder.build();
    }

    private void block() {
        blockedMs = System.currentTimeMillis();
        blockedNs = System.nanoTime();
        blocked.countDown();
        Blocks.forMs(options.blockMs());
        releasedNs = System.nanoTime();
        released.countDown();
    }

    private void report(long fed, long seen, int restarts) {
        String of = "one-key, " + guarantee.setting();
        long[] normal = buckets(blockedMs - NORMAL_MS, NORMAL_MS / BUCKET_MS);
        long[] during = buckets(blockedMs, options.blockMs() / BUCKET_MS);
        double usual = median(normal);
        figures.told(of, "normal: outputs in 100 ms, median", usual, "");
        figures.told(of, "normal: least in 100 ms, of the median", 100 * least(normal) / usual, "%");
        if (guarantee == Guarantee.AT_LEAST_ONCE) {
            figures.atLeast(of, "blocked: least in 100 ms, of normal", 100 * least(during) / usual, 90, "%");
        } else {
            reportResumption(of);
        }
        figures.exactly(of, "outputs, of " + fed + " inputs", seen, fed);
        figures.exactly(of, "outputs of the record that blocked for " + options.blockMs() + " ms", blockersSeen, 1);
        figures.exactly(of, "outputs repeated or out of their key's order", repeated, 0);
        figures.exactly(of, "restarts", restarts, 0);
    }

    /** One commit is the longest time between two arrivals of output before the block. */
    private void reportResumption(String of) {
        double longestMs = 0;
        double resumedMs = Double.NaN;
        for (int i = 1; i < arrivalsNs.size(); i++) {
            long before = arrivalsNs.get(i - 1);
            long now = arrivalsNs.get(i);
            if (before > blockedNs - NORMAL_MS * 1_000_000L && now < blockedNs) {
                longestMs = Math.max(longestMs, (now - before) / 1e6);
            }
            if (now > releasedNs && Double.isNaN(resumedMs)) {
                resumedMs = (now - releasedNs) / 1e6;
            }
        }
        figures.told(of, "transaction.timeout.ms of the producers", TRANSACTION_TIMEOUT_MS, "ms");
        figures.atMost(
                of, "output visible again after the block (bound: longest usual commit)", resumedMs, longestMs, "ms");
        figures.told(
                of, "the blocked record's own output visible", (firstArrivalWithBlockerNs - releasedNs) / 1e6, "ms");
    }

    private long[] buckets(long fromMs, int count) {
        long[] buckets = new long[count];
        for (int i = 0; i < count * BUCKET_MS; i++) {
            buckets[i / BUCKET_MS] += appended.get((int) (fromMs - zeroMs) + i);
        }
        return buckets;
    }

    private static double median(long[] counts) {
        long[] sorted = counts.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double least(long[] counts) {
        return Arrays.stream(counts).min().orElse(0);
    }

    private final class Seen implements Tail.Listener<String> {
        @Override
        public void onRecord(ConsumerRecord<String, String> record, long arrivedNs) {
            if (record.key().equals(BLOCKER)) {
                blockersSeen++;
                firstArrivalWithBlockerNs = arrivedNs;
                return;
            }
            appended.getAndIncrement((int) (record.timestamp() - zeroMs));
            long number = Long.parseLong(record.value());
            Long before = lastOfKey.put(record.key(), number);
            if (before != null && before >= number) {
                repeated++;
            }
        }

        @Override
        public void onArrival(int records, long arrivedNs) {
            arrivalsNs.add(arrivedNs);
        }
    }
}
