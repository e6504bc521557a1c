package org.stoatflow.runtime.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tags of a metric, in the order in which they were named. The order shows: names of MBeans have it, and patterns
 * by which people pick them out. So no other kind of map is taken for tags: {@link Map#of} has another order in each
 * process. Immutable.
 */
final class MetricTags {
    private final Map<String, String> inOrder;

    private MetricTags(Map<String, String> inOrder) {
        this.inOrder = Collections.unmodifiableMap(inOrder);
    }

    static MetricTags of(String name, String value) {
        Map<String, String> one = new LinkedHashMap<>();
        one.put(name, value);
        return new MetricTags(one);
    }

    /** These tags, and one behind them. */
    MetricTags and(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(inOrder);
        if (more.put(name, value) != null) {
            throw new IllegalArgumentException("Tag " + name + " is there twice: " + inOrder);
        }
        return new MetricTags(more);
    }

    Map<String, String> inOrder() {
        return inOrder;
    }

    @Override
    public String toString() {
        return inOrder.toString();
    }
}
