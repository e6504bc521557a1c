package org.stoatflow.parity.diff.run;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.state.KeyValueStore;

/** Joins of tables by foreign keys, which follow from values. */
final class ForeignKeySteps {
    private ForeignKeySteps() {}

    static KTable<String, Tally> join(int number, Step step, Nodes nodes) {
        KTable<String, Tally> left = nodes.table(step);
        KTable<String, Tally> right = nodes.table(step.inputs().getLast());
        TableJoined<String, String> how = Nodes.isNamed(step) ? TableJoined.as("step-" + number) : TableJoined.as(null);
        Materialized<String, Tally, KeyValueStore<Bytes, byte[]>> kept = TableStores.keyValue(number, step.get("view"));
        ValueJoiner<Tally, Tally, Tally> joiner = TableSteps.joiner(step);
        boolean inner = step.get("join") == 0;
        if (step.get("by") == 0) {
            Function<Tally, String> byValue = ForeignKeySteps::foreignKey;
            return inner
                    ? left.join(right, byValue, joiner, how, kept)
                    : left.leftJoin(right, byValue, joiner, how, kept);
        }
        BiFunction<String, Tally, String> byBoth = (key, value) -> key.equals("c") ? "a" : foreignKey(value);
        return inner ? left.join(right, byBoth, joiner, how, kept) : left.leftJoin(right, byBoth, joiner, how, kept);
    }

    private static String foreignKey(Tally value) {
        return value.number == 6 ? null : StreamSteps.other(null, value);
    }
}
