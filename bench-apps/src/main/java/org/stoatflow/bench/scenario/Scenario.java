package org.stoatflow.bench.scenario;

import java.util.List;
import java.util.Set;

/**
 * A program with its input, and the output that must come of it. An input depends on its number only, so each process
 * can make it again.
 */
public interface Scenario extends Program {
    /** Records a second, unless the command line says otherwise. */
    int standardRate();

    /** What the topics are that it reads, in the order in which {@link Input#topic} numbers them. */
    default List<String> inputs() {
        return List.of("input");
    }

    /** What the topics are that it writes. */
    default List<String> outputs() {
        return List.of("output");
    }

    /** Record {@code number}, from 0. */
    Input input(long number);

    /**
     * Records behind the last one that end what stays open in event time. The check does not look at what comes of
     * them.
     *
     * @param inputs how many records came before
     * @param round from 0 up to {@link #closingRounds}; a pause lies between two
     */
    default List<Input> closing(long inputs, int partitions, int round) {
        return List.of();
    }

    /** How often {@link #closing} is asked. */
    default int closingRounds() {
        return 0;
    }

    /** Whether records have times of their own, so that the age of an output's timestamp says nothing. */
    default boolean hasEventTime() {
        return false;
    }

    /** Those outputs whose headers do not say which record caused them: they have no latency. */
    default Set<String> withoutTrigger() {
        return Set.of();
    }

    /** A new check, which has seen nothing, of the output of the first {@code inputs} records. */
    OutputCheck newCheck(long inputs);

    /** Every scenario there is. */
    static List<Scenario> all() {
        return ALL.stream()
                .filter(Scenario.class::isInstance)
                .map(Scenario.class::cast)
                .toList();
    }

    /**
     * The scenario of this name.
     *
     * @throws IllegalArgumentException if there is none; says which there are
     */
    static Scenario named(String name) {
        return Program.named(name, all());
    }
}
