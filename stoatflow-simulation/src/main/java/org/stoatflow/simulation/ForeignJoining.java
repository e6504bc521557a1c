package org.stoatflow.simulation;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Counts by key, joined by a foreign key with counts of the same records by another key, and the sum of both: a left
 * join. Each record raises both counts of its key by one, so in the end a key's sum is twice the number of its records,
 * if all answers are joined that are for the present count. Sums rise: the answers that pass are a part of what the
 * right lane has answered, and there each raises the sum. Answers that are stale leave sums out: at-least-once may so
 * commit a record whose sum comes with a later one.
 */
final class ForeignJoining {
    static final String SUMS = "foreign-sums";

    private ForeignJoining() {}

    static void build(StreamsBuilder builder, UserCode code) {
        KStream<String, String> lines = builder.stream("lines", Consumed.with(Serdes.String(), Serdes.String()))
                .mapValues(code::pass);
        KTable<String, Long> left = counts(lines.selectKey((key, value) -> key), "counts-left", code);
        KTable<String, Long> right = counts(lines.selectKey((key, value) -> foreignKey(key)), "counts-right", code);
        left.leftJoin(
                        right,
                        (key, count) -> foreignKey(key),
                        (count, other) -> count + (other == null ? 0 : other),
                        TableJoined.as("foreign"),
                        Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(SUMS)
                                .withValueSerde(Serdes.Long())
                                .withCachingDisabled())
                .toStream()
                .to(SUMS, Produced.with(Serdes.String(), Serdes.Long()));
    }

    private static String foreignKey(String key) {
        return "of-" + key;
    }

    private static KTable<String, Long> counts(KStream<String, String> lines, String store, UserCode code) {
        return lines.mapValues(code::ends)
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(store)
                        .withCachingDisabled());
    }
}
