package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;

/**
 * What the right table of a foreign-key join tells a row of the left table.
 *
 * @param hash the hash of the left row's value at the time of its subscription; null where it was deleted
 * @param value the right row's value; null for none
 * @param partition the partition to which the answer goes; {@link Subscription#UNKNOWN} where the subscription does
 *     not say
 * @param <V> the type of the right table's values
 */
public record Answer<V>(@Nullable ValueHash hash, @Nullable V value, int partition) {}
