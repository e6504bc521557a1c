package org.stoatflow.bench.blocking;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.command.Guarantee;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

/**
 * Each record blocks for 10 ms, with more and more lanes. The input is there from the start. Measured are the records a
 * second, from the first call to the last output that a read_committed reader sees.
 */
final class ManyLanes {
    private static final int KEYS = 100_000;
    private static final int BLOCK_MS = 10;
    private static final int WARM_UP_RECORDS = 200_000;
    private static final int UNBLOCKED_RECORDS = 600_000;
    private static final long SEED = 1;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final BenchCluster cluster;
    private final BlockingOptions options;
    private final Guarantee guarantee;
    private final Measurements measurements;

    /** The results of one run. */
    private record Outcome(double perSecond, double longestGapMs, double commitLagMs) {}

    ManyLanes(BenchCluster cluster, BlockingOptions options, Guarantee guarantee, Measurements measurements) {
        this.cluster = cluster;
        this.options = options;
        this.guarantee = guarantee;
        this.measurements = measurements;
    }

    void run() throws InterruptedException {
        int most = options.lanes().stream().mapToInt(Integer::intValue).max().orElseThrow();
        measure(filled(WARM_UP_RECORDS, most, new long[most]), WARM_UP_RECORDS, most, 0);
        String plain = filled(UNBLOCKED_RECORDS, most, new long[most]);
        for (int lanes : options.lanes()) {
            double unblocked = measure(plain, UNBLOCKED_RECORDS, lanes, 0).perSecond();
            int records = options.seconds() * lanes * 1_000 / BLOCK_MS;
            long[] loads = new long[lanes];
            String in = filled(records, lanes, loads);
            Outcome blocked = measure(in, records, lanes, BLOCK_MS);
            report(lanes, LaneKeys.meanToMaximum(loads), unblocked, blocked);
        }
    }

    private void report(int lanes, double meanToMaximum, double unblocked, Outcome blocked) {
        String of = "lanes=" + lanes + ", " + guarantee.setting();
        double possible = lanes * 1_000.0 / BLOCK_MS * meanToMaximum;
        double bound = 0.8 * Math.min(possible, unblocked);
        measurements.told(of, "mean-to-maximum load of the lanes", meanToMaximum, "");
        measurements.told(of, "unblocked", unblocked, "records/s");
        measurements.atLeast(of, "each record blocks for 10 ms", blocked.perSecond(), bound, "records/s");
        measurements.told(of, "that is, of what lanes and keys allow", 100 * blocked.perSecond() / possible, "%");
        if (guarantee == Guarantee.EXACTLY_ONCE) {
            measurements.told(of, "longest time between two commits seen", blocked.longestGapMs(), "ms");
            measurements.told(of, "from the end of the last call to its commit seen", blocked.commitLagMs(), "ms");
        }
    }

    /** Fills a topic with so many records with uniform keys, and counts how many each lane gets. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
    private String filled(int records, int lanes, long[] loads) {
        String topic = cluster.topic("lanes-in");
        Random random = new Random(SEED);
        AtomicReference<@Nullable Exception> refused = new AtomicReference<>();
        try (Producer<String, String> producer = cluster.producer()) {
            for (int i = 0; i < records; i++) {
                String key = "key-" + random.nextInt(KEYS);
                loads[LaneKeys.laneOf(key, lanes)]++;
                producer.send(new ProducerRecord<>(topic, key, "value-" + i), (written, refusal) -> {
                    if (refusal != null) {
                        refused.set(refusal);
                    }
                });
            }
        }
        if (refused.get() != null) {
            throw new IllegalStateException("the input cannot be written", refused.get());
        }
        return topic;
    }

    private Outcome measure(String in, int records, int lanes, int blockMs) throws InterruptedException {
        String out = cluster.topic("lanes-out");
        AtomicLong firstCallNs = new AtomicLong();
        AtomicLong lastCallNs = new AtomicLong();
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .mapValues(value -> {
                    if (firstCallNs.get() == 0) {
                        firstCallNs.compareAndSet(0, System.nanoTime());
                    }
                    if (blockMs > 0) {
                        Blocks.forMs(blockMs);
                    }
                    lastCallNs.lazySet(System.nanoTime());
                    return value;
                })
                .to(out);
        Topology topology = builder.build();
        Arrivals arrivals = new Arrivals();
        try (Tail<String> tail = Tail.of(cluster, out, new StringDeserializer(), arrivals);
                BenchApp app = BenchApp.running(topology, cluster.config(cluster.name("lanes"), guarantee, lanes))) {
            tail.await(() -> tail.seen() >= records, app, LIMIT, "all " + records + " outputs");
            if (tail.seen() != records || app.restarts() != 0) {
                throw new IllegalStateException(
                        tail.seen() + " outputs of " + records + " inputs, " + app.restarts() + " restarts");
            }
        }
        return new Outcome(
                records / ((arrivals.lastNs - firstCallNs.get()) / 1e9),
                arrivals.longestGapNs / 1e6,
                (arrivals.lastNs - lastCallNs.get()) / 1e6);
    }

    /** Written by the tail's thread; read after that thread's end. */
    private static final class Arrivals implements Tail.Listener<String> {
        private long lastNs;
        private long longestGapNs;

        @Override
        public void onRecord(ConsumerRecord<String, String> record, long arrivedNs) {}

        @Override
        public void onArrival(int records, long arrivedNs) {
            longestGapNs = Math.max(longestGapNs, lastNs == 0 ? 0 : arrivedNs - lastNs);
            lastNs = arrivedNs;
        }
    }
}
