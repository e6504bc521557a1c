package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;

/**
 * An update of a table, which table operators forward as a record's value inside of a sub-topology.
 *
 * @param newValue the value now; null if the key was deleted
 * @param oldValue the value before; null if there was none or nobody downstream needs it
 * @param <V> the type of values
 */
public record Change<V>(@Nullable V newValue, @Nullable V oldValue) {
    @Override
    public String toString() {
        return "(" + newValue + "<-" + oldValue + ")";
    }
}
