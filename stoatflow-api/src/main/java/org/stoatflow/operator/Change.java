package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;

/**
 * An update of a table, which table operators forward as a record's value inside of a sub-topology.
 *
 * @param newValue the value now; null if the key was deleted
 * @param oldValue the value before; null if there was none or nobody downstream needs it
 * @param latest whether it is the key's newest version, as it always is in tables that keep only that
 * @param <V> the type of values
 */
public record Change<V>(@Nullable V newValue, @Nullable V oldValue, boolean latest) {
    /**
     * An update to the newest version.
     *
     * @param newValue the value now; null if the key was deleted
     * @param oldValue the value before, or null
     */
    public Change(@Nullable V newValue, @Nullable V oldValue) {
        this(newValue, oldValue, true);
    }

    @Override
    public String toString() {
        return "(" + newValue + "<-" + oldValue + ")";
    }
}
