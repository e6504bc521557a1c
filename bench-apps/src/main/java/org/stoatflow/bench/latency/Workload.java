package org.stoatflow.bench.latency;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.command.Guarantee;

/**
 * What is fed to one program, and what must come out of it. Inputs depend on their number only, so the check makes them
 * again.
 */
interface Workload {
    /** Every workload there is; a new one is added here and to the two {@code SimulatedTopology}s. */
    List<Workload> ALL = List.of(new Stateless(), new WordCount());

    /** A record to feed. */
    record Input(@Nullable String key, String value) {}

    /** Name of the topology in {@code SimulatedTopology}. */
    String name();

    /** Records a second, where the command line says nothing. */
    int standardRate();

    /** The p50 in milliseconds that is aimed at with this guarantee at the standard rate. */
    double p50BoundMs(Guarantee guarantee);

    /** Record {@code number}, from 0. */
    Input input(long number);

    /** How many records the first {@code inputs} cause. */
    long outputs(long inputs);

    /** A new check, which has seen nothing. */
    OutputCheck newCheck();

    static Workload named(String name) {
        for (Workload workload : ALL) {
            if (workload.name().equals(name)) {
                return workload;
            }
        }
        throw new BadArgument("there is no application '" + name + "'; there are "
                + String.join(", ", ALL.stream().map(Workload::name).toList()));
    }
}
