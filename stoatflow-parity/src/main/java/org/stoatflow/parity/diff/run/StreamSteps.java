package org.stoatflow.parity.diff.run;

import static org.stoatflow.parity.diff.run.Nodes.isNamed;
import static org.stoatflow.parity.diff.run.Nodes.named;

import java.util.List;
import java.util.Map;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KeyValueMapper;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Predicate;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.ValueMapper;

/** Steps from stream to stream without stores. */
final class StreamSteps {
    private StreamSteps() {}

    static KStream<String, Tally> source(int number, Step step, Nodes nodes) {
        return nodes.builder.stream(
                "in-" + number,
                step.get("extractor") == 0
                        ? Consumed.<String, Tally>as("source-" + number)
                        : Consumed.<String, Tally>with((record, partitionTime) -> record.timestamp() + 3));
    }

    static KStream<String, Tally> filter(int number, Step step, Nodes nodes, boolean not) {
        KStream<String, Tally> stream = nodes.stream(step);
        Predicate<String, Tally> even = (key, value) -> value != null && value.number % 2 == 0;
        if (not) {
            return isNamed(step) ? stream.filterNot(even, named(number)) : stream.filterNot(even);
        }
        return isNamed(step) ? stream.filter(even, named(number)) : stream.filter(even);
    }

    static KStream<String, Tally> map(int number, Step step, Nodes nodes) {
        boolean mutates = step.get("mutates") == 1;
        KeyValueMapper<String, Tally, KeyValue<String, Tally>> mapper =
                (key, value) -> KeyValue.pair(other(key, value), value == null ? null : value.plus(1, "m", mutates));
        KStream<String, Tally> stream = nodes.stream(step);
        return isNamed(step) ? stream.map(mapper, named(number)) : stream.map(mapper);
    }

    static KStream<String, Tally> mapValues(int number, Step step, Nodes nodes) {
        boolean mutates = step.get("mutates") == 1;
        return nodes.stream(step)
                .mapValues((key, value) ->
                        value == null ? null : checked(step, value).plus(2, "v" + number, mutates));
    }

    static KStream<String, Tally> selectKey(int number, Step step, Nodes nodes) {
        KStream<String, Tally> stream = nodes.stream(step);
        KeyValueMapper<String, Tally, String> mapper = StreamSteps::other;
        return isNamed(step) ? stream.selectKey(mapper, named(number)) : stream.selectKey(mapper);
    }

    static KStream<String, Tally> flatMap(int number, Step step, Nodes nodes) {
        KeyValueMapper<String, Tally, List<KeyValue<String, Tally>>> mapper = (key, value) -> value == null
                ? List.of()
                : List.of(KeyValue.pair(key, value.plus(1, "f")), KeyValue.pair(other(key, value), value));
        KStream<String, Tally> stream = nodes.stream(step);
        return isNamed(step) ? stream.flatMap(mapper, named(number)) : stream.flatMap(mapper);
    }

    static KStream<String, Tally> flatMapValues(Step step, Nodes nodes) {
        boolean mutates = step.get("mutates") == 1;
        ValueMapper<Tally, List<Tally>> mapper =
                value -> value == null ? List.of() : List.of(value, value.plus(1, "w", mutates));
        return nodes.stream(step).flatMapValues(mapper);
    }

    static KStream<String, Tally> peek(Step step, Nodes nodes) {
        boolean mutates = step.get("mutates") == 1;
        return nodes.stream(step).peek((key, value) -> {
            if (mutates && value != null) {
                value.add(1, "p");
            }
        });
    }

    static KStream<String, Tally> merge(int number, Step step, Nodes nodes) {
        KStream<String, Tally> other = nodes.stream(step.inputs().getLast());
        return isNamed(step)
                ? nodes.stream(step).merge(other, named(number))
                : nodes.stream(step).merge(other);
    }

    static KStream<String, Tally> branch(int number, Step step, Nodes nodes) {
        Map<String, KStream<String, Tally>> branches = nodes.stream(step)
                .split(Named.as("branch-" + number + "-"))
                .branch((key, value) -> value == null, Branched.as("0"))
                .branch((key, value) -> value.number < 5, Branched.as("1"))
                .defaultBranch(Branched.as("2"));
        return branches.get("branch-" + number + "-" + step.get("branch"));
    }

    static KStream<String, Tally> repartition(int number, Step step, Nodes nodes) {
        Repartitioned<String, Tally> repartitioned = isNamed(step)
                ? Repartitioned.<String, Tally>as("through-" + number)
                : Repartitioned.numberOfPartitions(1);
        return nodes.stream(step).repartition(repartitioned);
    }

    /** The value, if the step's function does not fail for it. */
    static Tally checked(Step step, Tally value) {
        if (step.get("fails") == 1 && value.number == 4) {
            throw new IllegalStateException("4");
        }
        return value;
    }

    /** Another key, which depends on the value. */
    static String other(String key, Tally value) {
        return value == null ? key : String.valueOf((char) ('a' + Math.floorMod(value.number, 3)));
    }
}
