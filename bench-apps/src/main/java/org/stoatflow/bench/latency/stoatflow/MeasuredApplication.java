package org.stoatflow.bench.latency.stoatflow;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StoreQueryParameters;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.state.QueryableStoreTypes;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;

/**
 * The measured application, in a JVM of its own: {@code main(name of the topology, input topic, output topic, file of
 * settings)}. It prints its states on standard output. Each line of its standard input names a store and a key, and it
 * prints what the store has; it ends when its standard input does.
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
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String question = questions.readLine(); question != null; question = questions.readLine()) {
            System.out.println("answer " + answer(streams, question.split(" ", 2)));
        }
        streams.close(CLOSE_LIMIT);
    }

    /** What the named store has for the key; "null" also while there is no store to ask. */
    private static String answer(KafkaStreams streams, String[] storeAndKey) {
        try {
            ReadOnlyKeyValueStore<String, Object> store = streams.store(
                    StoreQueryParameters.fromNameAndType(storeAndKey[0], QueryableStoreTypes.keyValueStore()));
            return String.valueOf(store.get(storeAndKey[1]));
        } catch (InvalidStateStoreException notThereNow) {
            return "null";
        }
    }

    public static Topology topology(String name, String input, String output) {
        return switch (name) {
            case "stateless" -> stateless(input, output);
            case "word-count" -> wordCount(input, output);
            case "rows" -> rows(input, List.of("rows"));
            case "tables" -> rows(input, List.of(output.split(",")));
            default -> throw new IllegalArgumentException("no topology is named '" + name + "'");
        };
    }

    /** Stores that keep the last value of each key, without output. */
    private static Topology rows(String input, List<String> stores) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> records =
                builder.<String, String>stream(input).groupByKey();
        stores.forEach(store -> records.reduce((before, now) -> now, Materialized.as(store)));
        return builder.build();
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
