package org.stoatflow.state;

import java.util.function.UnaryOperator;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What stores use where they were declared without a serde, and which topic their serdes are told.
 *
 * @param key the application's default key serde, or null where none is configured
 * @param value the application's default value serde, or null where none is configured
 * @param changelogTopic from a store's name to its changelog topic, which serializers are given as in Kafka Streams
 *     (the source topic for a store restored from one); schema registries depend on it
 */
public record SerdeDefaults(
        @Nullable Serde<?> key, @Nullable Serde<?> value, UnaryOperator<String> changelogTopic) {}
