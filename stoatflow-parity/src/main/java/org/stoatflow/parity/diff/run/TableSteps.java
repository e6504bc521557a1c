package org.stoatflow.parity.diff.run;

import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KGroupedTable;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.ValueJoiner;
import org.stoatflow.streams.kstream.ValueMapperWithKey;
import org.stoatflow.streams.kstream.ValueTransformerWithKey;
import org.stoatflow.streams.processor.ProcessorContext;

/** Steps from tables, and to tables without an aggregation. */
final class TableSteps {
    private TableSteps() {}

    static KTable<String, Tally> source(int number, Step step, Nodes nodes) {
        return nodes.builder.table(
                "in-" + number,
                Consumed.with(Serdes.String(), new TallySerde()),
                TableStores.keyValue(number, TableStores.how(step)));
    }

    static KTable<String, Tally> toTable(int number, Step step, Nodes nodes) {
        return nodes.stream(step).toTable(TableStores.keyValue(number, TableStores.how(step)));
    }

    static KTable<String, Tally> filter(int number, Step step, Nodes nodes) {
        int view = step.get("view");
        KTable<String, Tally> table = nodes.table(step);
        return view == 0
                ? table.filter((key, value) -> value.number % 2 == 0)
                : table.filter((key, value) -> value.number % 2 == 0, TableStores.keyValue(number, view));
    }

    static KTable<String, Tally> mapValues(int number, Step step, Nodes nodes) {
        int view = step.get("view");
        KTable<String, Tally> table = nodes.table(step);
        boolean mutates = step.get("mutates") == 1;
        ValueMapperWithKey<String, Tally, Tally> mapper = (key, value) ->
                value.number == 7 ? null : StreamSteps.checked(step, value).plus(1, "t" + number, mutates);
        return view == 0 ? table.mapValues(mapper) : table.mapValues(mapper, TableStores.keyValue(number, view));
    }

    static KTable<String, Tally> transformValues(int number, Step step, Nodes nodes) {
        int view = step.get("view");
        KTable<String, Tally> table = nodes.table(step);
        boolean mutates = step.get("mutates") == 1;
        return view == 0
                ? table.transformValues(() -> new Timing(mutates))
                : table.transformValues(() -> new Timing(mutates), TableStores.keyValue(number, view));
    }

    static KTable<String, Tally> group(int number, Step step, Nodes nodes) {
        boolean other = step.get("by") == 1;
        KGroupedTable<String, Tally> grouped = nodes.table(step)
                .groupBy(
                        (key, value) -> KeyValue.pair(other ? StreamSteps.other(key, value) : key, value),
                        Grouped.with(Serdes.String(), new TallySerde()));
        return aggregated(number, step, grouped);
    }

    /**
     * Takes away from the sum what the row was, and adds what it is. Where versions are kept, nothing is deleted: an
     * older row that takes a sum away does so at the sum's own time (docs/design/030).
     */
    static KTable<String, Tally> aggregated(int number, Step step, KGroupedTable<String, Tally> grouped) {
        int how = TableStores.how(step);
        boolean mutates = step.get("mutates") == 1;
        boolean deletes = !step.keepsVersions();
        return switch (step.get("aggregation")) {
            case 0 ->
                grouped.count(TableStores.keyValue(number, how, Serdes.Long()))
                        .mapValues(count -> new Tally(count, "c"));
            case 1 ->
                grouped.reduce(
                        (sum, value) -> sum.plus(value.number, "+", mutates),
                        (sum, value) -> sum.plus(-value.number, "-", mutates),
                        TableStores.keyValue(number, how));
            default ->
                grouped.aggregate(
                        () -> new Tally(0, "a"),
                        (key, value, sum) -> sum.plus(value.number, "+", mutates),
                        (key, value, sum) -> deletes && sum.number == 0 ? null : sum.plus(-value.number, "-", mutates),
                        TableStores.keyValue(number, how));
        };
    }

    static KStream<String, Tally> toStream(Step step, Nodes nodes) {
        KTable<String, Tally> table = nodes.table(step);
        return step.get("mapped") == 0 ? table.toStream() : table.toStream((key, value) -> key + key);
    }

    static KTable<String, Tally> join(int number, Step step, Nodes nodes) {
        KTable<String, Tally> left = nodes.table(step);
        KTable<String, Tally> right = nodes.table(step.inputs().getLast());
        ValueJoiner<Tally, Tally, Tally> joiner = joiner(step);
        int view = step.get("view");
        return switch (step.get("join")) {
            case 0 ->
                view == 0 ? left.join(right, joiner) : left.join(right, joiner, TableStores.keyValue(number, view));
            case 1 ->
                view == 0
                        ? left.leftJoin(right, joiner)
                        : left.leftJoin(right, joiner, TableStores.keyValue(number, view));
            default ->
                view == 0
                        ? left.outerJoin(right, joiner)
                        : left.outerJoin(right, joiner, TableStores.keyValue(number, view));
        };
    }

    static KStream<String, Tally> streamJoin(int number, Step step, Nodes nodes) {
        KStream<String, Tally> stream = nodes.stream(step);
        KTable<String, Tally> table = nodes.table(step.inputs().getLast());
        Joined<String, Tally, Tally> joined = Joined.with(Serdes.String(), new TallySerde(), new TallySerde());
        Joined<String, Tally, Tally> named = Nodes.isNamed(step) ? joined.withName("step-" + number) : joined;
        ValueJoiner<Tally, Tally, Tally> joiner = joiner(step);
        return step.get("join") == 0 ? stream.join(table, joiner, named) : stream.leftJoin(table, joiner, named);
    }

    /** Makes a value of both, or changes one of them. */
    static ValueJoiner<Tally, Tally, Tally> joiner(Step step) {
        return step.get("mutates") == 0 ? TableSteps::joined : TableSteps::changed;
    }

    private static Tally changed(Tally left, Tally right) {
        if (left == null) {
            return right.add(1, "r");
        }
        return left.add(right == null ? 1 : right.number, "j");
    }

    /** Both values, of which either may be missing. */
    static Tally joined(Tally left, Tally right) {
        long number = (left == null ? 0 : left.number) + (right == null ? 0 : right.number);
        return new Tally(number, "(" + left + "," + right + ")");
    }

    /** Notes the timestamp of the record. */
    private static final class Timing implements ValueTransformerWithKey<String, Tally, Tally> {
        private final boolean mutates;
        private ProcessorContext context;

        Timing(boolean mutates) {
            this.mutates = mutates;
        }

        @Override
        public void init(ProcessorContext context) {
            this.context = context;
        }

        @Override
        public Tally transform(String key, Tally value) {
            return value == null || value.number == 8 ? null : value.plus(0, "@" + context.timestamp(), mutates);
        }

        @Override
        public void close() {}
    }
}
