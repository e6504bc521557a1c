package org.stoatflow.runtime.it;

import java.io.IOException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Repartitioned;

/**
 * Makes several large values of each record and sends them over a hop, in a JVM of its own, which ends with its parent.
 * The function behind the hop blocks until all records are on their way over the hop, or no more of them come.
 */
final class HopMemoryMain {
    /** Values that go over the hop for each record. */
    static final int PARTS = 10;

    private static final int PART_LENGTH = 100_000;
    private static final int LOOKS = 100; // in numbers and not by the clock: a collection that stops all counts as one
    private static final long LOOK_MS = 20;
    private static final String ALL_AT_ONCE_BYTES = String.valueOf(64 << 20);

    private static final AtomicInteger SENT = new AtomicInteger();
    private static final CountDownLatch ARRIVED = new CountDownLatch(1);
    private static final CountDownLatch OPEN = new CountDownLatch(1);

    private HopMemoryMain() {}

    /**
     * Arguments: bootstrap servers, application id, state folder, guarantee, input topic, output topic, records and
     * bytes of the input topic.
     */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException, InterruptedException {
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[3]);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, args[7]);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "5000");
        config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, ALL_AT_ONCE_BYTES);
        config.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, ALL_AT_ONCE_BYTES);
        KafkaStreams streams = new KafkaStreams(topology(args[4], args[5]), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        openOnceNoMoreComes(Integer.parseInt(args[6]));
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }

    private static Topology topology(String in, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .flatMap(HopMemoryMain::parts)
                .repartition(Repartitioned.numberOfPartitions(4))
                .mapValues(HopMemoryMain::digest)
                .to(out);
        return builder.build();
    }

    private static List<KeyValue<String, String>> parts(String key, String value) {
        SENT.incrementAndGet();
        return IntStream.range(0, PARTS)
                .mapToObj(part -> KeyValue.pair(keyOf(key, part), large(key, part)))
                .toList();
    }

    private static String digest(String value) {
        ARRIVED.countDown();
        try {
            OPEN.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return summary(value);
    }

    private static void openOnceNoMoreComes(int records) throws InterruptedException {
        ARRIVED.await();
        int seen = 0;
        for (int same = 0; seen < records && same < LOOKS; same++) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            int now = SENT.get();
            same = now == seen ? same : 0;
            seen = now;
        }
        System.out.println("opened, on their way: " + seen);
        OPEN.countDown();
    }

    /** The key of a part. */
    static String keyOf(String key, int part) {
        return key + "-" + part;
    }

    /** The value of a part; no two parts share its bytes. */
    static String large(String key, int part) {
        String unit = keyOf(key, part) + " ";
        return unit.repeat(PART_LENGTH / unit.length());
    }

    /** The output for a value. */
    static String summary(String value) {
        return value.length() + ":" + value.hashCode();
    }
}
