package org.stoatflow.bench.lane;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.StreamJoined;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.WindowedSerdes;
import org.stoatflow.streams.processor.TimestampExtractor;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * What is done with records whose key is a side, {@code l} or {@code r}, and whose value is a word. All programs make
 * the word the key, and each record goes over one hop. There is one record in each millisecond.
 */
public enum BenchProgram {
    /** A count of each word. */
    COUNT {
        @Override
        void build(StreamsBuilder builder, TimestampExtractor times, int distinctWords) {
            lines(builder, times)
                    .groupBy((side, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                    .count(Materialized.as("counts"))
                    .toStream()
                    .to(OUTPUT, Produced.with(Serdes.String(), Serdes.Long()));
        }
    },

    /** A count of each word in windows of ten seconds, which is the time of 10,000 records. */
    WINDOWED_COUNT {
        @Override
        void build(StreamsBuilder builder, TimestampExtractor times, int distinctWords) {
            lines(builder, times)
                    .groupBy((side, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                    .windowedBy(TimeWindows.ofSizeAndGrace(WINDOW, WINDOW))
                    .count(Materialized.as("windows"))
                    .toStream()
                    .to(
                            OUTPUT,
                            Produced.with(
                                    WindowedSerdes.timeWindowedSerdeFrom(String.class, WINDOW.toMillis()),
                                    Serdes.Long()));
        }
    },

    /** Joins both sides, with a window in which a record finds one partner, on an average. */
    STREAM_JOIN {
        @Override
        void build(StreamsBuilder builder, TimestampExtractor times, int distinctWords) {
            KStream<String, String> lines = lines(builder, times);
            // Of the other side comes a record in each two milliseconds, and one of so many is of the word.
            Duration difference = Duration.ofMillis(distinctWords);
            side(lines, "l")
                    .join(
                            side(lines, "r"),
                            (left, right) -> left,
                            JoinWindows.ofTimeDifferenceAndGrace(difference, WINDOW),
                            StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String())
                                    .withStoreName("sides"))
                    .to(OUTPUT, Produced.with(Serdes.String(), Serdes.String()));
        }
    },

    /** Joins the tables of both sides. */
    TABLE_JOIN {
        @Override
        void build(StreamsBuilder builder, TimestampExtractor times, int distinctWords) {
            KStream<String, String> lines = lines(builder, times);
            table(side(lines, "l"), "left")
                    .join(table(side(lines, "r"), "right"), (left, right) -> left)
                    .toStream()
                    .to(OUTPUT, Produced.with(Serdes.String(), Serdes.String()));
        }
    };

    static final String INPUT = "words";
    private static final String OUTPUT = "results";
    private static final Duration WINDOW = Duration.ofSeconds(10);

    /**
     * Builds the program.
     *
     * @param times gives records their timestamps
     * @param distinctWords how many words there are
     */
    abstract void build(StreamsBuilder builder, TimestampExtractor times, int distinctWords);

    private static KStream<String, String> lines(StreamsBuilder builder, TimestampExtractor times) {
        return builder.stream(
                INPUT, Consumed.with(Serdes.String(), Serdes.String()).withTimestampExtractor(times));
    }

    private static KStream<String, String> side(KStream<String, String> lines, String name) {
        return lines.filter((side, word) -> side.equals(name)).selectKey((side, word) -> word);
    }

    private static KTable<String, String> table(KStream<String, String> side, String store) {
        return side.toTable(Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(store)
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String()));
    }
}
