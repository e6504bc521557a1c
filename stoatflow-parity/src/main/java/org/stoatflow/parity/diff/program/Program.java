package org.stoatflow.parity.diff.program;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A topology, its configuration and what happens to it.
 *
 * @param steps by number, each after those that it is given
 * @param settings configuration, by key
 * @param events in order
 */
public record Program(Map<Integer, Step> steps, Map<String, String> settings, List<Event> events) {
    /** Whether records that a function fails for are passed over: {@code fail} or {@code continue}. */
    public static final String AFTER_FAILURE = "after failure";
    /** Where stores are that are not told: {@code disk} or {@code memory}. */
    public static final String STORES = "stores";
    /** What the stores of operators keep beside values: {@code default} or {@code headers}. */
    public static final String FORMAT = "dsl.store.format";

    /** The step of a number. */
    public Step step(int number) {
        return Objects.requireNonNull(steps.get(number), "step");
    }

    /** The steps that nothing else is made of: their results are written to topics. */
    public Set<Integer> results() {
        Set<Integer> results = new TreeSet<>(steps.keySet());
        steps.values().forEach(step -> step.inputs().forEach(results::remove));
        return results;
    }

    /** The steps that read topics. */
    public Set<Integer> sources() {
        Set<Integer> sources = new TreeSet<>();
        steps.forEach((number, step) -> {
            if (step.operator().inputs().isEmpty()) {
                sources.add(number);
            }
        });
        return sources;
    }

    /** With other steps. */
    public Program withSteps(Map<Integer, Step> other) {
        return new Program(new TreeMap<>(other), settings, events);
    }

    /**
     * Without what is new in Kafka Streams 4.4: joiners that are told by which key a row of a global table was found,
     * and headers of updates that are held back.
     */
    public Program withoutNewest() {
        Map<Integer, Step> older = new TreeMap<>(steps);
        older.replaceAll((number, step) -> step.operator() == Operator.GLOBAL_JOIN ? step.with("mapped", 0) : step);
        Map<String, String> known = new TreeMap<>(settings);
        known.remove(FORMAT);
        return withSteps(older).withSettings(known);
    }

    /** With other events. */
    public Program withEvents(List<Event> other) {
        return new Program(steps, settings, List.copyOf(other));
    }

    /** With another configuration. */
    public Program withSettings(Map<String, String> other) {
        return new Program(steps, new TreeMap<>(other), events);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        steps.forEach((number, step) ->
                text.append("  s").append(number).append(" = ").append(step).append('\n'));
        settings.forEach((key, value) ->
                text.append("  ").append(key).append('=').append(value).append('\n'));
        events.forEach(event -> text.append("  ").append(event).append('\n'));
        return text.toString();
    }
}
