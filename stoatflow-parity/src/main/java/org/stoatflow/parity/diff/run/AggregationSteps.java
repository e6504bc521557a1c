package org.stoatflow.parity.diff.run;

import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.kstream.CogroupedKStream;
import org.stoatflow.streams.kstream.Grouped;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;

/** Aggregations of streams without windows. */
final class AggregationSteps {
    private AggregationSteps() {}

    static KGroupedStream<String, Tally> grouped(int input, Step step, Nodes nodes) {
        Grouped<String, Tally> grouped = Grouped.with(Serdes.String(), new TallySerde());
        return step.get("by", 0) == 0
                ? nodes.stream(input).groupByKey(grouped)
                : nodes.stream(input).groupBy(StreamSteps::other, grouped);
    }

    static KGroupedStream<String, Tally> grouped(Step step, Nodes nodes) {
        return grouped(step.inputs().getFirst(), step, nodes);
    }

    static KTable<String, Tally> count(int number, Step step, Nodes nodes) {
        return grouped(step, nodes)
                .count(TableStores.keyValue(number, TableStores.how(step), Serdes.Long()))
                .mapValues(count -> new Tally(count, "c"));
    }

    static KTable<String, Tally> reduce(int number, Step step, Nodes nodes) {
        boolean mutates = step.get("mutates") == 1;
        return grouped(step, nodes)
                .reduce(
                        (sum, value) -> deletes(step, value) ? null : sum.plus(value.number, "+", mutates),
                        TableStores.keyValue(number, TableStores.how(step)));
    }

    static KTable<String, Tally> aggregate(int number, Step step, Nodes nodes) {
        boolean mutates = step.get("mutates") == 1;
        return grouped(step, nodes)
                .aggregate(
                        () -> new Tally(0, "a"),
                        (key, value, sum) -> deletes(step, value)
                                ? null
                                : sum.plus(StreamSteps.checked(step, value).number, "+", mutates),
                        TableStores.keyValue(number, TableStores.how(step)));
    }

    /** Kafka Streams may forget a deletion that has the time of the version before (docs/design/030). */
    private static boolean deletes(Step step, Tally value) {
        return value.number == 9 && !step.keepsVersions();
    }

    static CogroupedKStream<String, Tally> cogrouped(Step step, Nodes nodes) {
        KGroupedStream<String, Tally> first = grouped(step, nodes);
        if (step.inputs().getFirst().equals(step.inputs().getLast())) {
            return first.cogroup((key, value, sum) -> sum.plus(number(value), "1"));
        }
        return first.<Tally>cogroup((key, value, sum) -> sum.plus(number(value), "1"))
                .cogroup(
                        grouped(step.inputs().getLast(), step, nodes),
                        (key, value, sum) -> sum.plus(number(value), "2"));
    }

    /** Session windows of cogrouped streams are given records without a value. */
    static long number(Tally value) {
        return value == null ? 0 : value.number;
    }

    static KTable<String, Tally> cogroup(int number, Step step, Nodes nodes) {
        return cogrouped(step, nodes)
                .aggregate(() -> new Tally(0, "a"), TableStores.keyValue(number, TableStores.how(step)));
    }
}
