package org.stoatflow.bench.scenario;

import java.util.List;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.Materialized;

/**
 * Stores that keep the last value of each key, without output: one of the program's name, or those that stand for the
 * output, with commas between.
 */
record KeptRows(String name) implements Program {
    private static final String ONE = "rows";

    @Override
    public Topology topology(Topics topics) {
        List<String> stores =
                name.equals(ONE) ? List.of(ONE) : List.of(topics.name("output").split(","));
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> records =
                builder.<String, String>stream(topics.name("input")).groupByKey();
        stores.forEach(store -> records.reduce((before, now) -> now, Materialized.as(store)));
        return builder.build();
    }
}
