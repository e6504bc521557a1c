package org.stoatflow.simulation;

import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;

/** The topologies that are simulated, each with what a serial run of it puts out for a record. All have two stages or more. */
enum Program {
    /** Lines to words, a hop, counts. */
    WORD_COUNT(List.of("lines"), new Sink("counts", "by-word")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            lines(builder, "lines", code)
                    .selectKey((key, value) -> UserCode.word(value))
                    .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                    .peek((word, value) -> code.ends(value))
                    .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                    .count(Materialized.as("by-word"))
                    .toStream()
                    .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            record.words.forEach(word -> expected.count("counts", word));
        }

        @Override
        int endings(InputRecord record) {
            return record.words.size();
        }
    },

    /** Lines to words, counted, and the updates counted again by another key: two hops, two stores. */
    TWO_HOPS(List.of("lines"), new Sink("counts", "by-word"), new Sink("updates", "by-bucket")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            KStream<String, Long> counts = lines(builder, "lines", code)
                    .groupBy((key, value) -> UserCode.word(value), Grouped.with(Serdes.String(), Serdes.String()))
                    .count(Materialized.as("by-word"))
                    .toStream();
            counts.to("counts", Produced.with(Serdes.String(), Serdes.Long()));
            counts.groupBy((word, count) -> bucket(word), Grouped.with(Serdes.String(), Serdes.Long()))
                    .count(Materialized.as("by-bucket"))
                    .toStream()
                    .to("updates", Produced.with(Serdes.String(), Serdes.Long()));
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            for (String word : record.words) {
                expected.count("counts", word);
                expected.count("updates", bucket(word));
            }
        }
    },

    /** Two topics merged, then a hop and counts. */
    MERGE(List.of("left", "right"), new Sink("counts", "by-word")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            lines(builder, "left", code)
                    .merge(lines(builder, "right", code))
                    .groupBy((key, value) -> UserCode.word(value), Grouped.with(Serdes.String(), Serdes.String()))
                    .count(Materialized.as("by-word"))
                    .toStream()
                    .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            record.words.forEach(word -> expected.count("counts", word));
        }
    },

    /** No state: a new key, a hop, out. */
    STATELESS(List.of("lines"), new Sink("passed", null)) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            builder.stream("lines", Consumed.with(Serdes.String(), Serdes.String()))
                    .mapValues(code::pass)
                    .selectKey((key, value) -> bucket(String.valueOf(key)))
                    .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                    .mapValues(code::ends)
                    .to("passed", Produced.with(Serdes.String(), Serdes.String()));
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            expected.id("passed", bucket(String.valueOf(record.key)));
        }

        @Override
        int endings(InputRecord record) {
            return 1;
        }
    },

    /** The key stays, so that both stages are by key: passed on, and counted. */
    KEYED(List.of("keyed"), new Sink("passed", null), new Sink("counts", "by-key")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            KStream<String, String> keyed = builder.stream("keyed", Consumed.with(Serdes.String(), Serdes.String()))
                    .mapValues(code::pass)
                    .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                    .mapValues(code::ends);
            keyed.to("passed", Produced.with(Serdes.String(), Serdes.String()));
            keyed.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                    .count(Materialized.as("by-key"))
                    .toStream()
                    .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            String key = String.valueOf(record.key);
            expected.id("passed", key);
            expected.count("counts", key);
        }

        @Override
        int endings(InputRecord record) {
            return 1;
        }

        @Override
        boolean takesNullKeys() {
            return false;
        }
    };

    private static final int BUCKETS = 3;

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes them immutable, which their types do not say.
    private final List<String> sources;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Sink> sinks;

    /**
     * An output topic.
     *
     * @param store the store whose counts it has; null where it has ids of input records
     */
    record Sink(String topic, @Nullable String store) {
        boolean isCounts() {
            return store != null;
        }
    }

    /** Takes what a record must cause. */
    interface Expected {
        /** The count of the key is one more. */
        void count(String topic, String key);

        /** The record's id comes out under the key. */
        void id(String topic, String key);
    }

    Program(List<String> sources, Sink... sinks) {
        this.sources = sources;
        this.sinks = List.of(sinks);
    }

    abstract void build(StreamsBuilder builder, UserCode code);

    /** What a serial run puts out for the record. */
    abstract void expect(InputRecord record, Expected expected);

    /** How often {@link UserCode#ends} is called for the record; 0 where the program does not tell. */
    int endings(InputRecord record) {
        return 0;
    }

    /** Whether a second count counts the updates of the first. */
    boolean countsUpdates() {
        return this == TWO_HOPS;
    }

    boolean takesNullKeys() {
        return true;
    }

    final Topology topology(UserCode code) {
        StreamsBuilder builder = new StreamsBuilder();
        build(builder, code);
        return builder.build();
    }

    /** Sub-topologies: one more than hops. */
    final int stages() {
        UserCode unused = new UserCode(
                id -> {
                    throw new IllegalStateException("nothing runs");
                },
                () -> {});
        return TopologyAccess.logical(topology(unused)).repartitionTopics().size() + 1;
    }

    final List<String> sources() {
        return sources;
    }

    final List<Sink> sinks() {
        return sinks;
    }

    private static KStream<String, String> lines(StreamsBuilder builder, String topic, UserCode code) {
        return builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()))
                .flatMapValues(code::words);
    }

    /** One of a few keys for many. */
    static String bucket(String key) {
        return "b" + Math.floorMod(key.hashCode(), BUCKETS);
    }
}
