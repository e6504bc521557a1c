package org.stoatflow.simulation;

import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.state.Stores;

/** The programs that count, or pass on, what comes in, over hops. */
final class Counted {
    private Counted() {}

    static void wordCount(StreamsBuilder builder, UserCode code) {
        lines(builder, "lines", code)
                .selectKey((key, value) -> UserCode.word(value))
                .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                .peek((word, value) -> code.ends(value))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("by-word"))
                .toStream()
                .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
    }

    static void twoHops(StreamsBuilder builder, UserCode code) {
        KStream<String, Long> counts = lines(builder, "lines", code)
                .groupBy((key, value) -> UserCode.word(value), Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("by-word"))
                .toStream();
        counts.to("counts", Produced.with(Serdes.String(), Serdes.Long()));
        counts.groupBy((word, count) -> UserCode.bucket(word), Grouped.with(Serdes.String(), Serdes.Long()))
                .count(Materialized.as("by-bucket"))
                .toStream()
                .to("updates", Produced.with(Serdes.String(), Serdes.Long()));
    }

    static void merge(StreamsBuilder builder, UserCode code) {
        lines(builder, "left", code)
                .merge(lines(builder, "right", code))
                .groupBy((key, value) -> UserCode.word(value), Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("by-word"))
                .toStream()
                .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
    }

    static void stateless(StreamsBuilder builder, UserCode code) {
        builder.stream("lines", Consumed.with(Serdes.String(), Serdes.String()))
                .mapValues(code::pass)
                .selectKey((key, value) -> UserCode.bucket(String.valueOf(key)))
                .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                .mapValues(code::ends)
                .to("passed", Produced.with(Serdes.String(), Serdes.String()));
    }

    static void fanOut(StreamsBuilder builder, UserCode code) {
        builder.stream("keyed", Consumed.with(Serdes.String(), Serdes.String()))
                .mapValues(code::pass)
                .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                .flatMapValues(code::many)
                .mapValues(code::ends)
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("by-key"))
                .toStream()
                .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
    }

    static void keyed(StreamsBuilder builder, UserCode code) {
        keyed(builder.stream("keyed", Consumed.with(Serdes.String(), Serdes.String())), code);
    }

    static void tenants(StreamsBuilder builder, UserCode code) {
        keyed(builder.stream(Pattern.compile("tenant-.*"), Consumed.with(Serdes.String(), Serdes.String())), code);
    }

    static void leftOut(StreamsBuilder builder, UserCode code) {
        builder.stream("lines", Consumed.with(Serdes.String(), Handling.serde()))
                .mapValues(code::pass)
                .selectKey((key, value) -> UserCode.bucket(String.valueOf(key)))
                .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                .mapValues(code::ends)
                .to("passed", Produced.with(Serdes.String(), Serdes.String()));
    }

    static void runAgain(StreamsBuilder builder, UserCode code) {
        builder.addStateStore(Stores.timestampedKeyValueStoreBuilder(
                Stores.persistentTimestampedKeyValueStore("by-word"), Serdes.String(), Serdes.Long()));
        builder.stream("lines", Consumed.with(Serdes.String(), Serdes.String()))
                .flatMapValues(UserCode::split)
                .selectKey((key, value) -> UserCode.word(value))
                .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                .process(() -> new FailingCount(code, "by-word"), "by-word")
                .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
    }

    private static void keyed(KStream<String, String> source, UserCode code) {
        KStream<String, String> keyed = source.mapValues(code::pass)
                .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                .mapValues(code::ends);
        keyed.to("passed", Produced.with(Serdes.String(), Serdes.String()));
        keyed.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as("by-key"))
                .toStream()
                .to("counts", Produced.with(Serdes.String(), Serdes.Long()));
    }

    private static KStream<String, String> lines(StreamsBuilder builder, String topic, UserCode code) {
        return builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()))
                .flatMapValues(code::words);
    }
}
