package org.stoatflow.runtime.it;

import java.util.Arrays;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** Counts words of lines: words re-keyed, counted in a store, and each new count written out. */
final class WordCount {
    static final String STORE = "counts";

    /** The lines of a table, as they came last. */
    static final String LINES = "lines";

    private WordCount() {}

    /** The same of a table of lines, which has its source topic as changelog where the configuration says so. */
    static Topology ofTable(String lines, String counts, Properties config) {
        StreamsBuilder builder = new StreamsBuilder();
        count(
                builder.table(lines, Consumed.with(Serdes.String(), Serdes.String()), Materialized.as(LINES))
                        .toStream(),
                counts);
        return builder.build(config);
    }

    static Topology topology(String lines, String counts) {
        StreamsBuilder builder = new StreamsBuilder();
        count(builder.stream(lines, Consumed.with(Serdes.String(), Serdes.String())), counts);
        return builder.build();
    }

    private static void count(KStream<String, String> lines, String counts) {
        lines.flatMapValues(line -> Arrays.asList(line.split(" ")))
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as(STORE))
                .toStream()
                .to(counts, Produced.with(Serdes.String(), Serdes.Long()));
    }
}
