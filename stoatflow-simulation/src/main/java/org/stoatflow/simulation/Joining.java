package org.stoatflow.simulation;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * Two tables of counts by the same key, and the sum of both, which is an outer join. Each record of either topic raises
 * the sum of its key by one, if the join sees what was counted before. The counts have no caches: with a cache, the
 * other side would see a count before it is flushed, and a sum would be put out twice.
 */
final class Joining {
    static final List<String> TOPICS = List.of("left", "right");
    static final String SUMS = "sums";

    private Joining() {}

    static void build(StreamsBuilder builder, UserCode code) {
        counts(builder, TOPICS.getFirst(), code)
                .outerJoin(
                        counts(builder, TOPICS.getLast(), code),
                        Joining::sum,
                        Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as(SUMS)
                                .withValueSerde(Serdes.Long()))
                .toStream()
                .to(SUMS, Produced.with(Serdes.String(), Serdes.Long()));
    }

    static Map<String, Object> byPartition() {
        return Map.of(StoatflowConfig.AFFINITY.key(), "PARTITION");
    }

    private static KTable<String, Long> counts(StreamsBuilder builder, String topic, UserCode code) {
        return builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()))
                .mapValues(code::pass)
                .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                .mapValues(code::ends)
                .groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts-of-" + topic)
                        .withCachingDisabled());
    }

    private static Long sum(Long left, Long right) {
        return (left == null ? 0 : left) + (right == null ? 0 : right);
    }
}
