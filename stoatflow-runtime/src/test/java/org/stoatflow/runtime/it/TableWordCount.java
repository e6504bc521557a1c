package org.stoatflow.runtime.it;

import java.util.Arrays;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/** Counts words of a table's lines, which has its source topic as changelog where the configuration says so. */
final class TableWordCount {
    /** The lines, as they came last. */
    static final String LINES = "lines";

    private TableWordCount() {}

    static Topology topology(String lines, String counts, Properties config) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table(lines, Consumed.with(Serdes.String(), Serdes.String()), Materialized.as(LINES))
                .toStream()
                .flatMapValues(line -> Arrays.asList(line.split(" ")))
                .groupBy((key, word) -> word, Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as(WordCount.STORE))
                .toStream()
                .to(counts, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build(config);
    }
}
