package org.stoatflow.bench.latency.stoatflow;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/**
 * The measured application, in a JVM of its own: {@code main(name of the topology, input topic, output topic, file of
 * settings)}. It prints its states on standard output, and ends when its standard input does.
 *
 * <p>This file exists twice, once for each library. The two differ in package and imports only; a test compares them.
 */
public final class MeasuredApplication {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(20);

    private MeasuredApplication() {}

    /** Runs until the end of standard input. */
    public static void main(String[] args) throws IOException {
        Properties settings = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of(args[3]))) {
            settings.load(file);
        }
        KafkaStreams streams = new KafkaStreams(topology(args[0], args[1], args[2]), settings);
        streams.setStateListener((now, before) -> System.out.println("state " + now));
        streams.start();
        while (System.in.read() >= 0) {}
        streams.close(CLOSE_LIMIT);
    }

    public static Topology topology(String name, String input, String output) {
        return switch (name) {
            case "stateless" -> stateless(input, output);
            case "word-count" -> wordCount(input, output);
            default -> throw new IllegalArgumentException("no topology is named '" + name + "'");
        };
    }

    private static Topology stateless(String input, String output) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(input)
                .filter((key, value) -> !value.startsWith("#"))
                .mapValues(value -> value.toUpperCase(Locale.ROOT))
                .to(output);
        return builder.build();
    }

    private static Topology wordCount(String input, String output) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(input)
                .flatMapValues(line -> List.of(line.split(" ")))
                .groupBy((key, word) -> word)
                .count(Materialized.as("counts"))
                .toStream()
                .to(output, Produced.valueSerde(Serdes.Long()));
        return builder.build();
    }
}
