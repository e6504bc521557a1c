package org.stoatflow.bench.scenario;

import java.util.List;
import org.stoatflow.streams.Topology;

/** A topology that is run on both libraries. */
public interface Program {
    /** Every program there is. */
    List<Program> ALL = List.of(
            new Stateless("stateless", 2_000, 1_000, Stateless.SENTENCE),
            new WordCount("word-count", 750, 5_000, 8),
            new Stateless("A", 2_000, 10_000, Stateless.SENTENCE.repeat(1_024 / Stateless.SENTENCE.length())),
            new WordCount("B", 200, 1_000, 25),
            new Shop("C", 200),
            new Tables("D", 50, 100, 2_000),
            new Windows("E", 500, 200),
            new StreamJoins("F", 1_000, 1_000),
            new FanOut("H", 300, 1_000),
            new KeptRows("rows"),
            new KeptRows("tables"),
            new Updates("updates"));

    /** How commands name it. */
    String name();

    /** The topology. It may be asked in an application's process only, which loads it for one library. */
    Topology topology(Topics topics);

    /** The program of this name. */
    static Program named(String name) {
        return named(name, ALL);
    }

    /**
     * The one of this name among some.
     *
     * @throws IllegalArgumentException if there is none; says which there are
     */
    static <P extends Program> P named(String name, List<P> among) {
        for (P program : among) {
            if (program.name().equals(name)) {
                return program;
            }
        }
        throw new IllegalArgumentException("there is no application '" + name + "'; there are "
                + String.join(", ", among.stream().map(Program::name).toList()));
    }
}
