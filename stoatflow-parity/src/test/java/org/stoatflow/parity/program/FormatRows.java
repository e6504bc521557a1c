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
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.TimeWindows;

/**
 * Operators whose stores have headers by the configuration. A serde writes them, and its values show those it reads.
 */
final class FormatRows {
    private FormatRows() {}

    static List<Row> rows() {
        return List.of(
                headers(Row.topology("stores with headers by configuration", FormatRows::program)),
                headers(Row.script("stores with headers by configuration, restored", at -> restored(at, program(at)))
                        .apart("restores", Difference.CHANGELOG_RECORDS)));
    }

    private static Row headers(Row row) {
        return WindowStoreRows.kept(row.with("dsl.store.format", "headers"));
    }

    private static Topology program(Scene at) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> grouped = stream(builder, at)
                .filter((key, value) -> key != null && value != null && value.indexOf(' ') > 0)
                .groupBy((key, value) -> word(value), Grouped.with(Serdes.String(), Serdes.String()));
        MarkedText values = new MarkedText("v");
        grouped.aggregate(() -> "", (key, value, sum) -> last(sum, value), Materialized.with(Serdes.String(), values))
                .toStream()
                .to(at.out());
        grouped.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofSeconds(4), Duration.ofHours(1)))
                .aggregate(() -> "", (key, value, sum) -> last(sum, value), Materialized.with(Serdes.String(), values))
                .toStream((key, sum) -> key.key() + key.window().start())
                .to(at.out());
        grouped.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofSeconds(1), Duration.ofHours(1)))
                .aggregate(
                        () -> "",
                        (key, value, sum) -> last(sum, value),
                        (key, one, two) -> last(one, two),
                        Materialized.with(Serdes.String(), values))
                .toStream((key, sum) -> key.key() + "session" + key.window().start())
                .to(at.out());
        return builder.build();
    }

    private static String last(String sum, String value) {
        String both = sum + "+" + value;
        return both.length() <= 60 ? both : both.substring(both.length() - 60);
    }

    /** The second start begins without a folder. */
    private static void restored(Scene at, Topology topology) {
        at.feed();
        KafkaStreams first = at.started(topology);
        at.awaitCommitted(first);
        at.close(first);
        at.restores.clear();
        for (int i = 0; i < 4; i++) {
            at.send("in", i % 2, Feeds.BEGIN + 400_000, "k" + i, "in w" + i + " more");
        }
        at.flush();
        KafkaStreams second = at.made(topology);
        if (second != null) {
            second.cleanUp();
            second.start();
            at.awaitCommitted(second);
            at.close(second);
        }
    }
}
