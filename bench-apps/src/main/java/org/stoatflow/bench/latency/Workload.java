package org.stoatflow.bench.latency;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.command.Guarantee;

/**
 * The input of one program, and the output that it must cause. An input depends on its number only, so the check can
 * make it again.
 */
public interface Workload {
    /** Every workload there is; a new one is added here and to the two {@code SimulatedTopology}s. */
    List<Workload> ALL = List.of(new Stateless(), new WordCount());

    /** A record to feed. */
    record Input(@Nullable String key, String value) {}

    /** Name of the topology in {@code SimulatedTopology}. */
    String name();

    /** Records a second, unless the command line says otherwise. */
    int standardRate();

    /** The p50 in milliseconds that we aim at with this guarantee at the standard rate. */
    double p50BoundMs(Guarantee guarantee);

    /** Record {@code number}, from 0. */
    Input input(long number);

    /** How many outputs the first {@code inputs} records cause. */
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
