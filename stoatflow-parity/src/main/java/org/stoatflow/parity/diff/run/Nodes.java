package org.stoatflow.parity.diff.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Windowed;

/** What the steps have made so far, by number. */
@SuppressWarnings("unchecked") // a step's kind says what it has made
final class Nodes {
    final StreamsBuilder builder;
    private final Map<Integer, Object> made = new HashMap<>();

    Nodes(StreamsBuilder builder) {
        this.builder = builder;
    }

    void put(int number, Object node) {
        made.put(number, node);
    }

    Object get(int number) {
        return Objects.requireNonNull(made.get(number), "step");
    }

    KStream<String, Tally> stream(int number) {
        return (KStream<String, Tally>) get(number);
    }

    KTable<String, Tally> table(int number) {
        return (KTable<String, Tally>) get(number);
    }

    KTable<Windowed<String>, Tally> windows(int number) {
        return (KTable<Windowed<String>, Tally>) get(number);
    }

    GlobalKTable<String, Tally> global(int number) {
        return (GlobalKTable<String, Tally>) get(number);
    }

    KStream<String, Tally> stream(Step step) {
        return stream(step.inputs().getFirst());
    }

    KTable<String, Tally> table(Step step) {
        return table(step.inputs().getFirst());
    }

    KTable<Windowed<String>, Tally> windows(Step step) {
        return windows(step.inputs().getFirst());
    }

    /** The node's name, if the step has one. */
    static boolean isNamed(Step step) {
        return step.get("named", 0) == 1;
    }

    static Named named(int number) {
        return Named.as("step-" + number);
    }
}
