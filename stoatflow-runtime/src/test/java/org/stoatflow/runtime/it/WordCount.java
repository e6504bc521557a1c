package org.stoatflow.runtime.it;

import java.util.Arrays;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** Counts words of lines: words re-keyed, counted in a store, and each new count written out. */
final class WordCount {
    static final String STORE = "counts";

    private WordCount() {}

    static Topology topology(String lines, String counts) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(lines, Consumed.with(Serdes.String(), Serdes.String()))
                .flatMapValues(line -> Arrays.asList(line.split(" ")))
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as(STORE))
                .toStream()
                .to(counts, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }
}
