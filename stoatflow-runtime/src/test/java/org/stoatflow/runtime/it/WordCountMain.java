package org.stoatflow.runtime.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsConfig;

/** A word count in a JVM of its own; ends with its parent. Says each state on a line of standard output. */
final class WordCountMain {
    private WordCountMain() {}

    /** Arguments: bootstrap servers, application id, state folder, guarantee, topic of lines, topic of counts,
     * bytes of caches (default 0). */
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
        KafkaStreams streams = new KafkaStreams(WordCount.topology(args[4], args[5]), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }
}
