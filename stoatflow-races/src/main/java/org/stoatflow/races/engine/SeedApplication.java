package org.stoatflow.races.engine;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.topology.LogicalTopology;

/** The programs that seeds run, each with the output of a serial run. All programs count. */
enum SeedApplication {
    /** Lines to words, a hop, counts. */
    WORDS(List.of("lines"), List.of("counts")) {
        @Override
        void build(StreamsBuilder builder) {
            words(builder, "lines")
                    .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                    .count(Materialized.as("by-word"))
                    .toStream()
                    .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
        }

        @Override
        void expect(String word, Map<String, Long> expected) {
            expected.merge("counts " + word, 1L, Long::sum);
        }
    },

    /**
     * Words of two topics go over two hops into one stage, which counts them. The updates are counted again behind a
     * third hop.
     */
    TWO_HOPS(List.of("lines", "more"), List.of("counts", "updates")) {
        @Override
        void build(StreamsBuilder builder) {
            KStream<String, Long> counts = hop(words(builder, "lines"), "left")
                    .merge(hop(words(builder, "more"), "right"))
                    .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                    .count(Materialized.as("by-word"))
                    .toStream();
            counts.to("counts", Produced.with(Serdes.String(), Serdes.Long()));
            counts.groupBy((word, count) -> bucket(word), Grouped.with(Serdes.String(), Serdes.Long()))
                    .count(Materialized.as("by-bucket"))
                    .toStream()
                    .to("updates", Produced.with(Serdes.String(), Serdes.Long()));
        }

        @Override
        void expect(String word, Map<String, Long> expected) {
            expected.merge("counts " + word, 1L, Long::sum);
            expected.merge("updates " + bucket(word), 1L, Long::sum);
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes them immutable, which their types do not say.
    private final List<String> sources;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> sinks;

    SeedApplication(List<String> sources, List<String> sinks) {
        this.sources = sources;
        this.sinks = sinks;
    }

    abstract void build(StreamsBuilder builder);

    /** Adds the counts that one word must cause, by key of each output topic. */
    abstract void expect(String word, Map<String, Long> expected);

    LogicalTopology logical() {
        StreamsBuilder builder = new StreamsBuilder();
        build(builder);
        return TopologyAccess.logical(builder.build());
    }

    List<String> sources() {
        return sources;
    }

    List<String> sinks() {
        return sinks;
    }

    /** The final count of each key, by topic and key. */
    Map<String, Long> expected(List<String> words) {
        Map<String, Long> expected = new TreeMap<>();
        words.forEach(word -> expect(word, expected));
        return expected;
    }

    private static KStream<String, String> words(StreamsBuilder builder, String topic) {
        return builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()))
                .flatMapValues(line -> List.of(line.split(" ", -1)));
    }

    private static KStream<String, String> hop(KStream<String, String> words, String name) {
        return words.selectKey((key, word) -> word)
                .repartition(
                        Repartitioned.with(Serdes.String(), Serdes.String()).withName(name));
    }

    private static String bucket(String word) {
        return String.valueOf(word.length() % 3);
    }
}
