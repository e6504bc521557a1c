package org.stoatflow.parity.program;

import static org.stoatflow.parity.program.OperatorRows.stream;
import static org.stoatflow.parity.program.OperatorRows.word;

import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.state.Stores;

/** Operators that keep state: aggregations and tables. */
final class AggregationRows {
    private AggregationRows() {}

    static List<Row> rows() {
        return Stream.of(counts(), reductions(), countsKeptElsewhere(), tables())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Row> counts() {
        return List.of(
                Row.dsl(
                        "count",
                        (b, at) -> stream(b, at)
                                .groupBy((k, v) -> word(v))
                                .count(Materialized.as("counts"))
                                .toStream()
                                .to(at.out(), Produced.valueSerde(Serdes.Long()))),
                Row.dsl(
                                "count of null values",
                                (b, at) -> stream(b, at)
                                        .groupByKey()
                                        .count()
                                        .toStream()
                                        .to(at.out(), Produced.valueSerde(Serdes.Long())))
                        .fed(Feeds::gaps),
                Row.dsl(
                        "groupBy to null",
                        (b, at) -> stream(b, at)
                                .groupBy((k, v) -> v.contains("w1") ? null : word(v), Grouped.as("by-word"))
                                .count(Named.as("counting"))
                                .toStream()
                                .to(at.out(), Produced.valueSerde(Serdes.Long()))));
    }

    private static List<Row> reductions() {
        return List.of(
                Row.dsl(
                                "reduce",
                                (b, at) -> stream(b, at)
                                        .groupByKey()
                                        .reduce(
                                                (x, y) -> x.length() > 60 ? null : x + "|" + y,
                                                Materialized.as("joined"))
                                        .toStream()
                                        .to(at.out()))
                        .fed(Feeds::gaps),
                Row.dsl(
                        "aggregate",
                        (b, at) -> stream(b, at)
                                .groupByKey()
                                .aggregate(
                                        () -> 0,
                                        (k, v, sum) -> sum + v.length(),
                                        Materialized.with(null, Serdes.Integer()))
                                .toStream()
                                .to(at.out(), Produced.valueSerde(Serdes.Integer()))),
                Row.dsl(
                        "aggregate to null",
                        (b, at) -> stream(b, at)
                                .groupByKey()
                                .aggregate(
                                        () -> "",
                                        (k, v, sum) -> v.contains("w3") ? null : sum + word(v),
                                        Materialized.as("nulled"))
                                .toStream()
                                .to(at.out())),
                Row.dsl(
                        "aggregate from null",
                        (b, at) -> stream(b, at)
                                .groupByKey()
                                .aggregate(
                                        () -> (String) null, (k, v, sum) -> sum + word(v), Materialized.as("from-null"))
                                .toStream()
                                .to(at.out())));
    }

    private static List<Row> countsKeptElsewhere() {
        return List.of(
                Row.dsl(
                                "count, exactly once",
                                (b, at) -> stream(b, at)
                                        .groupBy((k, v) -> word(v))
                                        .count()
                                        .toStream()
                                        .to(at.out(), Produced.valueSerde(Serdes.Long())))
                        .exactlyOnce(),
                Row.dsl(
                        "count in memory",
                        (b, at) -> stream(b, at)
                                .groupByKey()
                                .count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("mem")))
                                .toStream()
                                .to(at.out(), Produced.valueSerde(Serdes.Long()))),
                Row.dsl(
                        "count without changelog",
                        (b, at) -> stream(b, at)
                                .groupByKey()
                                .count(Materialized.<String, Long>as(Stores.persistentKeyValueStore("unlogged"))
                                        .withLoggingDisabled())
                                .toStream()
                                .to(at.out(), Produced.valueSerde(Serdes.Long()))));
    }

    private static List<Row> tables() {
        return List.of(
                Row.dsl(
                                "table",
                                (b, at) -> b.<String, String>table(at.in())
                                        .toStream()
                                        .to(at.out()))
                        .fed(Feeds::gaps),
                Row.dsl(
                                "table with a store",
                                (b, at) -> b.<String, String>table(at.in(), Materialized.as("rows"))
                                        .filter((k, v) -> !v.contains("w1"))
                                        .toStream()
                                        .to(at.out()))
                        .fed(Feeds::gaps),
                Row.dsl(
                                "table filtered into a store",
                                (b, at) -> b.<String, String>table(at.in())
                                        .filter((k, v) -> !v.contains("w1"), Materialized.as("kept"))
                                        .toStream()
                                        .to(at.out()))
                        .fed(Feeds::gaps),
                Row.dsl(
                                "table filterNot, mapValues",
                                (b, at) -> b.<String, String>table(at.in(), Materialized.as("rows"))
                                        .filterNot((k, v) -> v.contains("w2"))
                                        .mapValues((k, v) -> k + v, Materialized.as("mapped"))
                                        .toStream()
                                        .to(at.out()))
                        .fed(Feeds::gaps),
                Row.dsl(
                                "table mapValues to null",
                                (b, at) -> b.<String, String>table(at.in())
                                        .mapValues(v -> v.contains("w3") ? null : v)
                                        .toStream()
                                        .to(at.out()))
                        .fed(Feeds::gaps),
                Row.dsl("toTable", (b, at) -> stream(b, at).toTable().toStream().to(at.out()))
                        .fed(Feeds::gaps),
                Row.dsl(
                        "toTable with a store, rekeyed",
                        (b, at) -> stream(b, at)
                                .selectKey((k, v) -> word(v))
                                .toTable(Materialized.as("by-word"))
                                .toStream((k, v) -> v)
                                .to(at.out())),
                Row.dsl("two tables of one topic's stream", (b, at) -> {
                    KTable<String, String> table = b.table(at.in(), Materialized.as("base"));
                    table.filter((k, v) -> v.length() % 2 == 0).toStream().to(at.out());
                    table.mapValues(v -> v + v, Materialized.as("twice"))
                            .toStream()
                            .to(at.out());
                }));
    }
}
