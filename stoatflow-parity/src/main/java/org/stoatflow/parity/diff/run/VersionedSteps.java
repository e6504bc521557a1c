package org.stoatflow.parity.diff.run;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** Tables that keep what rows were before, and streams that are joined with them later. */
final class VersionedSteps {
    private VersionedSteps() {}

    static KTable<String, Tally> source(int number, Step step, Nodes nodes) {
        return nodes.builder.table(
                "in-" + number, Consumed.with(Serdes.String(), new TallySerde()), kept(number, step));
    }

    static KTable<String, Tally> toTable(int number, Step step, Nodes nodes) {
        return nodes.stream(step).toTable(kept(number, step));
    }

    private static Materialized<String, Tally, KeyValueStore<Bytes, byte[]>> kept(int number, Step step) {
        Materialized<String, Tally, KeyValueStore<Bytes, byte[]>> kept = Materialized.<String, Tally>as(
                        Stores.persistentVersionedKeyValueStore(TableStores.name(number), step.time("history")))
                .withKeySerde(Serdes.String())
                .withValueSerde(new TallySerde());
        return step.get("logged") == 0 ? kept : kept.withLoggingDisabled();
    }

    static KStream<String, Tally> join(int number, Step step, Nodes nodes) {
        KTable<String, Tally> table = nodes.table(step.inputs().getLast());
        Joined<String, Tally, Tally> joined = Joined.<String, Tally, Tally>with(
                        Serdes.String(), new TallySerde(), new TallySerde())
                .withGracePeriod(step.time("grace"));
        Joined<String, Tally, Tally> named = Nodes.isNamed(step) ? joined.withName("step-" + number) : joined;
        ValueJoiner<Tally, Tally, Tally> joiner = TableSteps.joiner(step);
        return step.get("join") == 0
                ? nodes.stream(step).join(table, joiner, named)
                : nodes.stream(step).leftJoin(table, joiner, named);
    }
}
