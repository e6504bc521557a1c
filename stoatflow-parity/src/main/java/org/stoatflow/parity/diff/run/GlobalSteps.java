package org.stoatflow.parity.diff.run;

import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.GlobalKTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.kstream.ValueJoinerWithKey;
import org.stoatflow.streams.kstream.ValueJoinerWithStreamAndMappedKey;

/** Global tables, and streams that are joined with them. */
final class GlobalSteps {
    private GlobalSteps() {}

    static GlobalKTable<String, Tally> table(int number, Step step, Nodes nodes) {
        return nodes.builder.globalTable(
                "in-" + number,
                Consumed.with(Serdes.String(), new TallySerde()),
                TableStores.keyValue(number, TableStores.how(step)));
    }

    @SuppressWarnings("deprecation") // both kinds of joiners are compared
    static KStream<String, Tally> join(int number, Step step, Nodes nodes) {
        KStream<String, Tally> stream = nodes.stream(step);
        GlobalKTable<String, Tally> table = nodes.global(step.inputs().getLast());
        KeyValueMapper<String, Tally, String> mapper = step.get("by") == 0
                ? (key, value) -> key
                : (key, value) -> value == null || value.number == 6 ? null : StreamSteps.other(key, value);
        boolean mutates = step.get("mutates") == 1;
        ValueJoinerWithKey<String, Tally, Tally, Tally> joiner =
                (key, value, row) -> mutates && row != null ? row.add(1, key) : TableSteps.joined(value, row);
        if (step.get("mapped") == 1) {
            return joinMapped(number, step, nodes, mapper);
        }
        if (step.get("join") == 0) {
            return Nodes.isNamed(step)
                    ? stream.join(table, mapper, joiner, Nodes.named(number))
                    : stream.join(table, mapper, joiner);
        }
        return Nodes.isNamed(step)
                ? stream.leftJoin(table, mapper, joiner, Nodes.named(number))
                : stream.leftJoin(table, mapper, joiner);
    }

    /** The joiner is told by which key the row was looked for, and adds what it is told to the value. */
    private static KStream<String, Tally> joinMapped(
            int number, Step step, Nodes nodes, KeyValueMapper<String, Tally, String> mapper) {
        KStream<String, Tally> stream = nodes.stream(step);
        GlobalKTable<String, Tally> table = nodes.global(step.inputs().getLast());
        boolean mutates = step.get("mutates") == 1;
        ValueJoinerWithStreamAndMappedKey<String, String, Tally, Tally, Tally> joiner =
                (key, mapped, value, row) -> mutates && row != null
                        ? row.add(1, mapped)
                        : TableSteps.joined(value, row).add(1, mapped + key);
        if (step.get("join") == 0) {
            return Nodes.isNamed(step)
                    ? stream.join(table, mapper, joiner, Nodes.named(number))
                    : stream.join(table, mapper, joiner);
        }
        return Nodes.isNamed(step)
                ? stream.leftJoin(table, mapper, joiner, Nodes.named(number))
                : stream.leftJoin(table, mapper, joiner);
    }
}
