package org.stoatflow.runtime.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;

/**
 * {@link KafkaWordCount} in a JVM of its own, which ends with its parent. It counts the word {@link #STOP} and then
 * stands, with the transaction of that thread open, while its other thread goes on. Of lines with one partition, each
 * of two threads has a sub-topology.
 */
final class KafkaBlockedMain {
    static final String STOP = "stop";

    /** Longer than a test looks, and shorter than a test waits. */
    private static final int TRANSACTION_TIMEOUT_MS = 20_000;

    private KafkaBlockedMain() {}

    /** Arguments: bootstrap servers, application id, state folder, topic of lines, topic of counts. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, Path.of(args[2]).toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), TRANSACTION_TIMEOUT_MS);
        config.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 10_000);
        KafkaStreams streams = new KafkaStreams(topology(args[3], args[4]), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }

    private static Topology topology(String lines, String counts) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(lines, Consumed.with(Serdes.String(), Serdes.String()))
                .flatMapValues(line -> Arrays.asList(line.split(" ")))
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as(WordCount.STORE))
                .toStream()
                .peek((word, count) -> standAt(word))
                .to(counts, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private static void standAt(String word) {
        if (word.equals(STOP)) {
            System.out.println("stands at " + STOP);
            try {
                new CountDownLatch(1).await(); // until the process is killed
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
