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
import org.stoatflow.bench.machine.ProcessorTime;
import org.stoatflow.command.Guarantee;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

/**
 * One key blocks in a stage of 256 lanes while records of other lanes' keys flow at a steady rate. The output of the
 * others is counted by the time at which the broker appended it. A read_committed reader measures when output is
 * visible again.
 */
final class OneKey {
    private static final int LANES = 256;
    private static final int KEYS = 10_000;
    private static final int TRANSACTION_TIMEOUT_MS = 2_000;
    private static final int WARM_UP_MS = 90_000;
    private static final int NORMAL_MS = 5_000;
    private static final int BUCKET_MS = 100;
    private static final int ROUNDS_MAX = 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String BLOCKER = "blocker";

    private final BenchCluster cluster;
    private final BlockingOptions options;
    private final Guarantee guarantee;
    private final Measurements measurements;

    private final long zeroMs = System.currentTimeMillis();
    private final AtomicIntegerArray appended; // in each millisecond after zeroMs; the tail's thread writes
    private final List<Long> arrivalsNs = new ArrayList<>(); // the tail's thread writes; read after its end
    private final Map<String, Long> lastOfKey = new HashMap<>(); // likewise
    private long repeated; // likewise
    private long blockersSeen; // likewise
    private long arrivalOfBlockerNs; // likewise

    private volatile Call call = new Call();

    /** A call that blocks. The lane writes its times, and counts down. */
    private static final class Call {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile long begunMs;
        private volatile long begunNs;
        private volatile long overNs;
    }

    /**
     * A phase without a block, and a call after it.
     *
     * @param stolen the share of processor time that this machine's host gave to others meanwhile, in percent
     */
    private record Round(Call call, double stolen) {}

    OneKey(BenchCluster cluster, BlockingOptions options, Guarantee guarantee, Measurements measurements) {
        this.cluster = cluster;
        this.options = options;
        this.guarantee = guarantee;
        this.measurements = measurements;
        int roundsMs = ROUNDS_MAX * (NORMAL_MS + options.blockMs());
        this.appended = new AtomicIntegerArray(WARM_UP_MS + roundsMs + NORMAL_MS + 3 * (int) LIMIT.toMillis());
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
            int rounds = 0;
            Round round;
            long wanted;
            try (tail) {
                Thread.sleep(WARM_UP_MS);
                do {
                    round = round(feed, in);
                    rounds++;
                } while (round.stolen() > ProcessorTime.DISTURBED_PERCENT && rounds < ROUNDS_MAX);
                Thread.sleep(NORMAL_MS);
                wanted = feed.stop() + rounds;
                tail.await(() -> tail.seen() >= wanted, app, LIMIT, "all " + wanted + " outputs");
            }
            report(round, rounds, wanted, tail.seen(), app.restarts());
        }
    }

    private Round round(PacedFeed feed, String topic) throws InterruptedException {
        Call next = new Call();
        call = next;
        ProcessorTime before = ProcessorTime.now();
        Thread.sleep(NORMAL_MS);
        feed.send(new ProducerRecord<>(topic, BLOCKER, "block"));
        await(next.begun, "the blocking call");
        await(next.over, "the end of the blocking call");
        return new Round(next, ProcessorTime.now().stolenPercentSince(before));
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
        Call own = call;
        own.begunMs = System.currentTimeMillis();
        own.begunNs = System.nanoTime();
        own.begun.countDown();
        Blocks.forMs(options.blockMs());
        own.overNs = System.nanoTime();
        own.over.countDown();
    }

    /** Reports the times of the last round, and the counts of all rounds. */
    private void report(Round round, int rounds, long fed, long seen, int restarts) {
        String of = "one-key, " + guarantee.setting();
        long[] normal = buckets(round.call().begunMs - NORMAL_MS, NORMAL_MS / BUCKET_MS);
        long[] during = buckets(round.call().begunMs, options.blockMs() / BUCKET_MS);
        double usual = median(normal);
        measurements.told(
                of, "taken by this machine's host, in the last of " + rounds + " rounds", round.stolen(), "%");
        measurements.told(of, "normal: outputs in 100 ms, median", usual, "");
        measurements.told(of, "normal: least in 100 ms, of the median", 100 * least(normal) / usual, "%");
        if (guarantee == Guarantee.AT_LEAST_ONCE) {
            measurements.atLeast(of, "blocked: least in 100 ms, of normal", 100 * least(during) / usual, 90, "%");
        } else {
            reportResumption(of, round.call());
        }
        measurements.exactly(of, "outputs, of " + fed + " inputs", seen, fed);
        measurements.exactly(
                of, "outputs of records that blocked for " + options.blockMs() + " ms", blockersSeen, rounds);
        measurements.exactly(of, "outputs repeated or out of their key's order", repeated, 0);
        measurements.exactly(of, "restarts", restarts, 0);
    }

    /**
     * Reports when output came again. As the time of one commit it takes the longest time between two arrivals of
     * output before the block.
     */
    private void reportResumption(String of, Call last) {
        double longestMs = 0;
        double resumedMs = Double.NaN;
        for (int i = 1; i < arrivalsNs.size(); i++) {
            long before = arrivalsNs.get(i - 1);
            long now = arrivalsNs.get(i);
            if (before > last.begunNs - NORMAL_MS * 1_000_000L && now < last.begunNs) {
                longestMs = Math.max(longestMs, (now - before) / 1e6);
            }
            if (now > last.overNs && Double.isNaN(resumedMs)) {
                resumedMs = (now - last.overNs) / 1e6;
            }
        }
        measurements.told(of, "transaction.timeout.ms of the producers", TRANSACTION_TIMEOUT_MS, "ms");
        measurements.atMost(
                of, "output visible again after the block (bound: longest usual commit)", resumedMs, longestMs, "ms");
        measurements.told(
                of, "the blocked record's own output visible", (arrivalOfBlockerNs - last.overNs) / 1e6, "ms");
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
                arrivalOfBlockerNs = arrivedNs;
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
