package org.stoatflow.bench.scenario;

import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Materialized;

/** A store that keeps the last value of each key, and writes it out again. */
record Updates(String name) implements Program {
    @Override
    public Topology topology(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(topics.name("input"))
                .groupByKey()
                .reduce((before, now) -> now, Materialized.as("rows"))
                .toStream()
                .to(topics.name("output"));
        return builder.build();
    }
}
