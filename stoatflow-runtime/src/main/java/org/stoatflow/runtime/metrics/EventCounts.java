package org.stoatflow.runtime.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** How often each of some events has come. Any thread may count, and any may read, a moment late. */
final class EventCounts<E extends Enum<E>> {
    private final Map<E, LongAdder> counts; // never changed

    EventCounts(Class<E> events) {
        counts = new EnumMap<>(events);
        for (E event : events.getEnumConstants()) {
            counts.put(event, new LongAdder());
        }
    }

    void add(E event) {
        adder(event).increment();
    }

    long of(E event) {
        return adder(event).sum();
    }

    private LongAdder adder(E event) {
        return Objects.requireNonNull(counts.get(event));
    }
}
