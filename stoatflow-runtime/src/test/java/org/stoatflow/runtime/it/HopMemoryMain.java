package org.stoatflow.runtime.it;

import java.io.IOException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Repartitioned;

/** Sends each large value over a hop twice, to a slow function, in a JVM of its own; ends with its parent. */
final class HopMemoryMain {
    private static final long SLOW_NS = TimeUnit.MILLISECONDS.toNanos(15);

    private HopMemoryMain() {}

    /** Arguments: bootstrap servers, application id, state folder, guarantee, input topic, output topic. */
    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) throws IOException {
        Properties config = new Properties();
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        config.put(StreamsConfig.STATE_DIR_CONFIG, args[2]);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, args[3]);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        KafkaStreams streams = new KafkaStreams(topology(args[4], args[5]), config);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {
            // nothing is said to this process; its input ends with its parent
        }
        System.exit(0);
    }

    private static Topology topology(String in, String out) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(in)
                .flatMap((key, value) ->
                        List.of(KeyValue.pair("buyer-" + key, value), KeyValue.pair("seller-" + key, value)))
                .repartition(Repartitioned.numberOfPartitions(4))
                .mapValues(HopMemoryMain::digest)
                .to(out);
        return builder.build();
    }

    private static String digest(String value) {
        LockSupport.parkNanos(SLOW_NS);
        return summary(value);
    }

    /** What comes out for a value. */
    static String summary(String value) {
        return value.length() + ":" + value.hashCode();
    }
}
