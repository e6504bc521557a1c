package org.stoatflow.stores;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The serdes that a store was declared with.
 *
 * @param key serde of keys; null for the default one
 * @param value serde of the plain values; null for the default one
 */
public record SerdeChoice(@Nullable Serde<?> key, @Nullable Serde<?> value) {}
