package org.stoatflow.parity.program;

import static org.stoatflow.parity.program.OperatorRows.stream;
import static org.stoatflow.parity.program.OperatorRows.word;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.state.BuiltInDslStoreSuppliers;
import org.stoatflow.streams.state.Stores;

/** Stores of operators in memory, by the configuration and by the program, and those of what was used last. */
final class StoreTypeRows {
    private StoreTypeRows() {}

    static List<Row> rows() {
        return List.of(
                WindowStoreRows.kept(Row.topology("stores in memory by configuration", at -> program(at, false))
                        .with("dsl.store.suppliers.class", BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class)),
                WindowStoreRows.kept(Row.topology("stores in memory by store type", at -> program(at, true))),
                WindowStoreRows.kept(Row.script(
                                "stores in memory by configuration, restarted", at -> restarted(at, program(at, false)))
                        .with("dsl.store.suppliers.class", BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class)
                        .apart("restores", Difference.CHANGELOG_RECORDS)),
                Row.topology("count of what was used last", at -> recent(at, 3)),
                Row.script("count of what was used last, restarted", at -> restarted(at, recent(at, 100)))
                        .apart("restores", Difference.CHANGELOG_RECORDS));
    }

    /** With room for fewer words than there are, words leave and are counted anew. */
    private static Topology recent(Scene at, int entriesMax) {
        StreamsBuilder builder = new StreamsBuilder();
        stream(builder, at)
                .groupBy((key, value) -> word(value), Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long>as(Stores.lruMap("recent", entriesMax))
                        .withCachingDisabled())
                .toStream()
                .mapValues(count -> "" + count)
                .to(at.out());
        return builder.build();
    }

    private static Topology program(Scene at, boolean byType) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> grouped = stream(builder, at)
                .filter((key, value) -> key != null && value != null && value.indexOf(' ') > 0)
                .groupBy((key, value) -> word(value), Grouped.with(Serdes.String(), Serdes.String()));
        grouped.count(byType ? Materialized.as(Materialized.StoreType.IN_MEMORY) : Materialized.as("counts"))
                .toStream()
                .mapValues(count -> "" + count)
                .to(at.out());
        grouped.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofSeconds(4), Duration.ofHours(1)))
                .count(byType ? Materialized.as(Materialized.StoreType.IN_MEMORY) : Materialized.as("windows"))
                .toStream((key, count) -> key.key() + key.window().start())
                .mapValues(count -> "" + count)
                .to(at.out());
        return builder.build();
    }

    /** The stores are gone at the second start, and come back from their changelogs. */
    private static void restarted(Scene at, Topology topology) {
        at.feed();
        KafkaStreams first = at.started(topology);
        at.awaitCommitted(first);
        at.close(first);
        at.restores.clear();
        at.send("in", 0, Feeds.BEGIN + 400_000, "k0", "in w0 more");
        at.send("in", 1, Feeds.BEGIN + 400_000, "k1", "in w1 more");
        at.flush();
        KafkaStreams second = at.started(topology);
        at.awaitCommitted(second);
        at.close(second);
    }
}
