package org.stoatflow.runtime.it;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.Stores;

/**
 * Writes each record to some of many stores, half of which have caches, and reads as many rows, in a JVM of its own
 * that ends with its parent. Commits come by the bytes that are not committed, and not by time.
 */
final class BoundedMemoryMain {
    /** In how many partitions the records are, one after the other. */
    static final int PARTITIONS = 4;

    /** How many stores there are. */
    static final int STORES = 32;

    /** To how many of them a record is written. */
    static final int WRITES = 4;

    /** Of how many parts it says that they are processed. */
    static final int PARTS = 10;

    private static final String NEVER_MS = "600000"; // longer than the test waits
    private static final long LOOK_MS = 10;

    private static final AtomicInteger PROCESSED = new AtomicInteger();

    private BoundedMemoryMain() {}

    /**
     * Arguments: bootstrap servers, application id, state folder, input topic, how many records it has, and as many
     * keys and values of settings as there are.
     */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException, InterruptedException {
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put("stoatflow.commit.interval.min.ms", NEVER_MS);
        Arrays.stream(args)
                .skip(5)
                .forEach(setting -> config.put(
                        setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1)));
        KafkaStreams streams = new KafkaStreams(topology(args[3]), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        watch(streams, Integer.parseInt(args[4]));
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }

    private static Topology topology(String in) {
        List<StoreBuilder<KeyValueStore<String, byte[]>>> stores = IntStream.range(0, STORES)
                .mapToObj(number -> {
                    StoreBuilder<KeyValueStore<String, byte[]>> store = Stores.keyValueStoreBuilder(
                            Stores.persistentKeyValueStore("store-" + number), Serdes.String(), Serdes.ByteArray());
                    return number % 2 == 0 ? store : store.withCachingEnabled();
                })
                .toList();
        Topology topology = new Topology();
        topology.addSource("source", new StringDeserializer(), new ByteArrayDeserializer(), in);
        topology.addProcessor("writer", Writer::new, "source");
        stores.forEach(store -> topology.addStateStore(store, "writer"));
        return topology;
    }

    private static final class Writer extends ContextualProcessor<String, byte[], Void, Void> {
        @Override
        public void process(Record<String, byte[]> record) {
            int number = Integer.parseInt(record.key());
            int earlier = earlier(number);
            for (int i = 0; i < WRITES; i++) {
                store(number + 7 * i).put(record.key(), record.value());
                byte[] read = store(earlier + 7 * i).get(String.valueOf(earlier));
                if (read == null) {
                    throw new IllegalStateException("record " + earlier + " was written before " + number);
                }
            }
            PROCESSED.incrementAndGet();
        }

        /** Any record of the same partition, so that blocks of all files are read. */
        private static int earlier(int number) {
            int before = number / PARTITIONS;
            int back = (int) (Integer.toUnsignedLong(number * 0x9E3779B9) % (before + 1));
            return number - PARTITIONS * back;
        }

        private KeyValueStore<String, byte[]> store(int number) {
            return context().getStateStore("store-" + number % STORES);
        }
    }

    /** Says each tenth, and at the end how many commits there were, and what was under way at most. */
    private static void watch(KafkaStreams streams, int records) throws InterruptedException {
        double inFlight = 0;
        for (int part = 1; part <= PARTS; part++) {
            while (PROCESSED.get() < (long) records * part / PARTS) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                inFlight = Math.max(inFlight, metric(streams, "in-flight-bytes"));
            }
            System.out.println("part " + part + " done");
        }
        System.out.println("processed with commits=" + (long) metric(streams, "commit-total") + " in-flight="
                + (long) inFlight + " bytes");
    }

    private static double metric(KafkaStreams streams, String name) {
        return streams.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals(name))
                .mapToDouble(metric -> ((Number) metric.getValue().metricValue()).doubleValue())
                .sum();
    }
}
