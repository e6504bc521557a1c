package org.stoatflow.runtime.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;

/** A word count in a JVM of its own; ends with its parent. Says each state on a line of standard output. */
final class WordCountMain {
    private WordCountMain() {}

    /** Arguments: bootstrap servers, application id, state folder, guarantee, topic of lines, topic of counts,
     * bytes of caches (default 0), plain, flaky or table (default plain). */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, Path.of(args[2]).toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[3]);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, args.length > 6 ? args[6] : "0");
        if (config.get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG).equals(StreamsConfig.AT_LEAST_ONCE)) {
            config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 200); // with caches it would be 30 s
        }
        Topology topology = WordCount.topology(args[4], args[5]);
        if (args.length > 7 && args[7].equals("table")) {
            config.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS);
            topology = TableWordCount.topology(args[4], args[5], config);
        }
        if (args.length > 7 && args[7].equals("flaky")) {
            config.put("stoatflow.retry.max.attempts", 3);
            config.put("stoatflow.retry.backoff.ms", 5);
            AtomicLong failures = new AtomicLong();
            topology = FlakyWordCount.topology(
                    args[4], args[5], () -> System.out.println("failed " + failures.incrementAndGet() + " times"));
        }
        KafkaStreams streams = new KafkaStreams(topology, config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }
}
