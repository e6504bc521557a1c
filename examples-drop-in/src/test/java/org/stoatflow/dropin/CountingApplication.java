package org.stoatflow.dropin;

import java.util.Properties;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A newcomer's application, whose log is looked at: it counts words, and says through a logger of its own which state
 * it is in and what it has counted. A line {@value #POISON} cannot be read. It ends when it is asked to.
 */
public final class CountingApplication {
    static final String POISON = "poison";
    static final String OWN_LOGGER = "newcomer";

    private static final Logger OWN = LoggerFactory.getLogger(OWN_LOGGER);

    private CountingApplication() {}

    /** Arguments: broker, application id, topic, state folder, and settings as {@code name=value}. */
    public static void main(String[] args) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, args[3]);
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        for (int i = 4; i < args.length; i++) {
            String[] setting = args[i].split("=", 2);
            settings.put(setting[0], setting[1]);
        }
        KafkaStreams streams = new KafkaStreams(topology(args[2]), settings);
        streams.setStateListener((now, before) -> OWN.info("state is {}", now));
        // Else the next start on Kafka Streams waits for the end of a session.
        CloseOptions leaving = CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> streams.close(leaving)));
        streams.start();
    }

    private static Topology topology(String topic) {
        Deserializer<String> text = Serdes.String().deserializer();
        Deserializer<String> lines = (from, bytes) -> {
            String line = text.deserialize(from, bytes);
            if (POISON.equals(line)) {
                throw new IllegalArgumentException("unreadable");
            }
            return line;
        };
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(
                        topic,
                        Consumed.with(
                                Serdes.String(),
                                Serdes.serdeFrom(Serdes.String().serializer(), lines)))
                .groupBy((key, word) -> word)
                .count(Materialized.as("counts"))
                .toStream()
                .foreach((word, count) -> OWN.info("counted {}", word));
        return builder.build();
    }
}
