package org.stoatflow.parity.diff.run;

import java.util.Properties;
import org.stoatflow.parity.diff.program.Program;
import org.stoatflow.parity.diff.program.Step;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

/** Makes the topology of a program. */
final class Topologies {
    private Topologies() {}

    static Topology of(Program program, Properties config) {
        Nodes nodes = new Nodes(new StreamsBuilder());
        program.steps().forEach((number, step) -> nodes.put(number, make(number, step, nodes)));
        program.results().forEach(result -> write(result, program.step(result), nodes));
        return nodes.builder.build(config);
    }

    private static void write(int number, Step step, Nodes nodes) {
        switch (step.operator().result()) {
            case STREAM -> nodes.stream(number).to("out-" + number);
            case TABLE, VERSIONED -> nodes.table(number).toStream().to("out-" + number);
            case WINDOWS ->
                nodes.windows(number)
                        .toStream((window, value) -> WindowSteps.flat(window))
                        .to("out-" + number);
            case GLOBAL -> {
                // What it holds is read from its store.
            }
        }
    }

    private static Object make(int number, Step step, Nodes nodes) {
        return switch (step.operator()) {
            case STREAM -> StreamSteps.source(number, step, nodes);
            case TABLE -> TableSteps.source(number, step, nodes);
            case VERSIONED_TABLE -> VersionedSteps.source(number, step, nodes);
            case GLOBAL_TABLE -> GlobalSteps.table(number, step, nodes);
            case FILTER -> StreamSteps.filter(number, step, nodes, false);
            case FILTER_NOT -> StreamSteps.filter(number, step, nodes, true);
            case MAP -> StreamSteps.map(number, step, nodes);
            case MAP_VALUES -> StreamSteps.mapValues(number, step, nodes);
            case SELECT_KEY -> StreamSteps.selectKey(number, step, nodes);
            case FLAT_MAP -> StreamSteps.flatMap(number, step, nodes);
            case FLAT_MAP_VALUES -> StreamSteps.flatMapValues(step, nodes);
            case PEEK -> StreamSteps.peek(step, nodes);
            case MERGE -> StreamSteps.merge(number, step, nodes);
            case BRANCH -> StreamSteps.branch(number, step, nodes);
            case REPARTITION -> StreamSteps.repartition(number, step, nodes);
            case PROCESS -> ProcessorSteps.process(number, step, nodes);
            case PROCESS_VALUES -> ProcessorSteps.processValues(number, step, nodes);
            case TO_TABLE -> TableSteps.toTable(number, step, nodes);
            case COUNT -> AggregationSteps.count(number, step, nodes);
            case REDUCE -> AggregationSteps.reduce(number, step, nodes);
            case AGGREGATE -> AggregationSteps.aggregate(number, step, nodes);
            case COGROUP -> AggregationSteps.cogroup(number, step, nodes);
            case TIME_WINDOWS -> WindowSteps.time(number, step, nodes);
            case SLIDING_WINDOWS -> WindowSteps.sliding(number, step, nodes);
            case SESSION_WINDOWS -> WindowSteps.session(number, step, nodes);
            case UNLIMITED_WINDOWS -> WindowSteps.unlimited(number, step, nodes);
            case WINDOWED_COGROUP -> WindowSteps.cogroup(number, step, nodes);
            case WINDOWS_FILTER -> WindowSteps.filter(number, step, nodes);
            case WINDOWS_MAP_VALUES -> WindowSteps.mapValues(number, step, nodes);
            case WINDOWS_TO_STREAM -> WindowSteps.toStream(number, step, nodes);
            case WINDOWS_GROUP -> WindowSteps.group(number, step, nodes);
            case WINDOWS_JOIN -> WindowSteps.join(number, step, nodes);
            case WINDOWS_SUPPRESS -> SuppressSteps.windows(number, step, nodes);
            case TABLE_FILTER -> TableSteps.filter(number, step, nodes);
            case TABLE_MAP_VALUES -> TableSteps.mapValues(number, step, nodes);
            case TABLE_TRANSFORM_VALUES -> TableSteps.transformValues(number, step, nodes);
            case TABLE_GROUP -> TableSteps.group(number, step, nodes);
            case TABLE_TO_STREAM -> TableSteps.toStream(step, nodes);
            case TO_VERSIONED_TABLE -> VersionedSteps.toTable(number, step, nodes);
            case SUPPRESS -> SuppressSteps.table(number, step, nodes);
            case TABLE_JOIN -> TableSteps.join(number, step, nodes);
            case FOREIGN_KEY_JOIN -> ForeignKeySteps.join(number, step, nodes);
            case STREAM_TABLE_JOIN -> TableSteps.streamJoin(number, step, nodes);
            case WAITING_TABLE_JOIN -> VersionedSteps.join(number, step, nodes);
            case GLOBAL_JOIN -> GlobalSteps.join(number, step, nodes);
            case STREAM_JOIN -> StreamJoinSteps.join(number, step, nodes);
        };
    }
}
