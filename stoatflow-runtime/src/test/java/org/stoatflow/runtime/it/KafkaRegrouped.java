package org.stoatflow.runtime.it;

import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Repartitioned;

/** {@link Regrouped} for Kafka Streams. */
final class KafkaRegrouped {
    private KafkaRegrouped() {}

    static Topology topology(LeftoverTopics at, Runnable gate, boolean withClicks) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream(at.words())
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.as("words-by-value"))
                .peek((key, value) -> gate.run())
                .groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .mapValues(count -> Long.toString(count))
                .to(at.counted());
        KTable<String, String> right = builder.<String, String>stream(at.right())
                .peek((key, value) -> gate.run())
                .toTable(Materialized.as("right-rows"));
        KTable<String, String> left = builder.table(at.left(), Materialized.as("left-rows"));
        left.join(right, LeftoverTopics::reference, (mine, other) -> mine + "/" + other)
                .toStream()
                .to(at.pairs());
        if (withClicks) {
            KTable<String, String> users = builder.table(at.users(), Materialized.as("users"));
            builder.<String, String>stream(at.clicks())
                    .selectKey((key, value) -> LeftoverTopics.reference(value))
                    .repartition(Repartitioned.as("clicks-by-user"))
                    .peek((key, value) -> gate.run())
                    .join(users, (click, user) -> click + "/" + user)
                    .to(at.joined());
        }
        return builder.build();
    }
}
