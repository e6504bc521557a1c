package org.stoatflow.operator;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.topology.InternalTopics;

/**
 * The serdes of a foreign-key join.
 *
 * @param topic the topic of the subscriptions, without application id; starts the names of topics that serdes are given
 * @param primaryKeys the serde of the left table's keys; null for the default one
 * @param foreignKeys the serde of the right table's keys; null for the default one
 * @param values the serde of the left table's values; null for the default one
 * @param <K> the type of the left table's keys
 * @param <KO> the type of the right table's keys
 * @param <V> the type of the left table's values
 */
@SuppressWarnings("unchecked") // the types of the configuration's serdes are the user's word
public record ForeignKeySerdes<K, KO, V>(
        String topic,
        @Nullable Serde<K> primaryKeys,
        @Nullable Serde<KO> foreignKeys,
        @Nullable Serde<V> values) {
    KeyBytes<K> openPrimary(ProcessorContext<?, ?> context) {
        return new KeyBytes<>(name(context, "-pk"), primaryKeys == null ? (Serde<K>) context.keySerde() : primaryKeys);
    }

    KeyBytes<KO> openForeign(ProcessorContext<?, ?> context) {
        return new KeyBytes<>(name(context, "-fk"), foreignKeys == null ? (Serde<KO>) context.keySerde() : foreignKeys);
    }

    Hashing<V> openValues(ProcessorContext<?, ?> context) {
        Serde<V> serde = values == null ? (Serde<V>) context.valueSerde() : values;
        return new Hashing<>(name(context, "-vh"), serde.serializer());
    }

    private String name(ProcessorContext<?, ?> context, String suffix) {
        return new InternalTopics(context.applicationId()).repartition(topic + suffix);
    }

    /** Hashes values of the left table. Belongs to one operator. */
    record Hashing<V>(String topic, Serializer<V> serializer) {
        @Nullable
        ValueHash of(@Nullable V value, Headers headers) {
            return value == null ? null : ValueHash.of(serializer.serialize(topic, headers, value));
        }
    }
}
