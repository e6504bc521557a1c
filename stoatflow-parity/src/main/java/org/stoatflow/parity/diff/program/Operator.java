package org.stoatflow.parity.diff.program;

import java.util.List;

/** Operators of the DSL that programs are made of. */
public enum Operator {
    STREAM(Kind.STREAM, List.of(), Parameters.TOPIC),
    TABLE(Kind.TABLE, List.of(), Parameters.STORE),
    VERSIONED_TABLE(Kind.VERSIONED, List.of(), Parameters.HISTORY, Parameters.LOGGED),
    GLOBAL_TABLE(Kind.GLOBAL, List.of(), Parameter.of("store", 0, 1, 3)),

    FILTER(Kind.STREAM, Inputs.STREAM, Parameters.NAMED),
    FILTER_NOT(Kind.STREAM, Inputs.STREAM, Parameters.NAMED),
    MAP(Kind.STREAM, Inputs.STREAM, Parameters.MUTATES, Parameters.NAMED),
    MAP_VALUES(Kind.STREAM, Inputs.STREAM, Parameters.MUTATES, Parameters.FAILS),
    SELECT_KEY(Kind.STREAM, Inputs.STREAM, Parameters.NAMED),
    FLAT_MAP(Kind.STREAM, Inputs.STREAM, Parameters.NAMED),
    FLAT_MAP_VALUES(Kind.STREAM, Inputs.STREAM, Parameters.MUTATES),
    PEEK(Kind.STREAM, Inputs.STREAM, Parameters.MUTATES),
    MERGE(Kind.STREAM, Inputs.TWO_STREAMS, Parameters.NAMED),
    BRANCH(Kind.STREAM, Inputs.STREAM, Parameter.of("branch", 0, 1, 2)),
    REPARTITION(Kind.STREAM, Inputs.STREAM, Parameters.NAMED),
    PROCESS(Kind.STREAM, Inputs.STREAM, Parameters.USE),
    PROCESS_VALUES(Kind.STREAM, Inputs.STREAM, Parameters.USE),

    TO_TABLE(Kind.TABLE, Inputs.STREAM, Parameters.STORE),
    COUNT(Kind.TABLE, Inputs.STREAM, Parameters.STORE, Parameters.BY),
    REDUCE(Kind.TABLE, Inputs.STREAM, Parameters.STORE, Parameters.BY, Parameters.MUTATES),
    AGGREGATE(Kind.TABLE, Inputs.STREAM, Parameters.STORE, Parameters.BY, Parameters.MUTATES, Parameters.FAILS),
    COGROUP(Kind.TABLE, Inputs.TWO_STREAMS, Parameters.STORE, Parameters.BY),

    TIME_WINDOWS(
            Kind.WINDOWS,
            Inputs.STREAM,
            Parameters.AGGREGATION,
            Parameters.SIZE,
            Parameters.ADVANCE,
            Parameters.GRACE,
            Parameters.WINDOW_STORE,
            Parameters.EMIT,
            Parameters.BY),
    SLIDING_WINDOWS(
            Kind.WINDOWS,
            Inputs.STREAM,
            Parameters.AGGREGATION,
            Parameters.SIZE,
            Parameters.GRACE,
            Parameters.WINDOW_STORE,
            Parameters.EMIT,
            Parameters.BY),
    SESSION_WINDOWS(
            Kind.WINDOWS,
            Inputs.STREAM,
            Parameters.AGGREGATION,
            Parameters.SIZE,
            Parameters.GRACE,
            Parameters.WINDOW_STORE,
            Parameters.EMIT,
            Parameters.BY),
    UNLIMITED_WINDOWS(
            Kind.WINDOWS,
            Inputs.STREAM,
            Parameters.AGGREGATION,
            Parameter.of("start", 0, 1040),
            Parameters.WINDOW_STORE),
    WINDOWED_COGROUP(
            Kind.WINDOWS,
            Inputs.TWO_STREAMS,
            Parameter.of("windows", 0, 1, 2),
            Parameters.SIZE,
            Parameters.GRACE,
            Parameters.WINDOW_STORE),
    WINDOWS_FILTER(Kind.WINDOWS, Inputs.WINDOWS, Parameters.NAMED),
    WINDOWS_MAP_VALUES(Kind.WINDOWS, Inputs.WINDOWS, Parameters.MUTATES, Parameters.NAMED),
    WINDOWS_GROUP(Kind.TABLE, Inputs.WINDOWS, Parameters.AGGREGATION, Parameters.STORE, Parameters.MUTATES),
    WINDOWS_JOIN(
            Kind.WINDOWS, List.of(Kind.WINDOWS, Kind.WINDOWS), Parameters.JOIN, Parameters.MUTATES, Parameters.NAMED),
    WINDOWS_TO_STREAM(Kind.STREAM, Inputs.WINDOWS, Parameters.NAMED),

    WINDOWS_SUPPRESS(
            Kind.WINDOWS,
            Inputs.WINDOWS,
            Parameter.of("closes", 0, 1),
            Parameters.LIMIT,
            Parameters.BOUNDS,
            Parameters.LOGGED,
            Parameters.NAMED),

    TABLE_FILTER(Kind.TABLE, Inputs.TABLE, Parameters.VIEW),
    TABLE_MAP_VALUES(Kind.TABLE, Inputs.TABLE, Parameters.MUTATES, Parameters.VIEW, Parameters.FAILS),
    TABLE_TRANSFORM_VALUES(Kind.TABLE, Inputs.TABLE, Parameters.MUTATES, Parameters.VIEW),
    TABLE_GROUP(Kind.TABLE, Inputs.TABLE, Parameters.AGGREGATION, Parameters.STORE, Parameters.BY, Parameters.MUTATES),
    TABLE_TO_STREAM(Kind.STREAM, Inputs.TABLE, Parameter.of("mapped", 0, 1)),
    TO_VERSIONED_TABLE(Kind.VERSIONED, Inputs.STREAM, Parameters.HISTORY, Parameters.LOGGED),
    SUPPRESS(Kind.TABLE, Inputs.TABLE, Parameters.LIMIT, Parameters.BOUNDS, Parameters.LOGGED, Parameters.NAMED),
    TABLE_JOIN(Kind.TABLE, Inputs.TWO_TABLES, Parameters.JOIN, Parameters.MUTATES, Parameters.VIEW),
    FOREIGN_KEY_JOIN(
            Kind.TABLE,
            Inputs.TWO_TABLES,
            Parameters.LEFT,
            Parameters.BY,
            Parameters.MUTATES,
            Parameters.VIEW,
            Parameters.NAMED),
    STREAM_TABLE_JOIN(
            Kind.STREAM, List.of(Kind.STREAM, Kind.TABLE), Parameters.LEFT, Parameters.MUTATES, Parameters.NAMED),
    WAITING_TABLE_JOIN(
            Kind.STREAM,
            List.of(Kind.STREAM, Kind.VERSIONED),
            Parameters.LEFT,
            Parameter.ofTime("grace", 0, 20, 60),
            Parameters.MUTATES,
            Parameters.NAMED),
    GLOBAL_JOIN(
            Kind.STREAM,
            List.of(Kind.STREAM, Kind.GLOBAL),
            Parameters.LEFT,
            Parameters.BY,
            Parameters.MUTATES,
            Parameters.NAMED,
            Parameter.of("mapped", 0, 1)),
    STREAM_JOIN(
            Kind.STREAM,
            Inputs.TWO_STREAMS,
            Parameters.JOIN,
            Parameters.SIZE,
            Parameters.GRACE,
            Parameter.of("side", 0, 1, 2),
            Parameter.of("old", 0, 1),
            Parameter.of("stored", 0, 1, 2, 3, 4),
            Parameters.MUTATES);

    private final Kind result;
    private final List<Kind> inputs;
    private final List<Parameter> parameters;

    Operator(Kind result, List<Kind> inputs, Parameter... parameters) {
        this.result = result;
        this.inputs = inputs;
        this.parameters = List.of(parameters);
    }

    /** What it makes. */
    public Kind result() {
        return result;
    }

    /** What it is given; none where it reads a topic. */
    public List<Kind> inputs() {
        return inputs;
    }

    /** What it can be told. */
    public List<Parameter> parameters() {
        return parameters;
    }

    private static final class Inputs {
        static final List<Kind> STREAM = List.of(Kind.STREAM);
        static final List<Kind> TWO_STREAMS = List.of(Kind.STREAM, Kind.STREAM);
        static final List<Kind> TABLE = List.of(Kind.TABLE);
        static final List<Kind> TWO_TABLES = List.of(Kind.TABLE, Kind.TABLE);
        static final List<Kind> WINDOWS = List.of(Kind.WINDOWS);
    }

    private static final class Parameters {
        static final Parameter TOPIC = Parameter.of("extractor", 0, 1);
        static final Parameter NAMED = Parameter.of("named", 0, 1);
        /** 0: a new value; 1: the same value, changed. */
        static final Parameter MUTATES = Parameter.of("mutates", 0, 1);
        /** 0: no name; 1: named; 2: not cached; 3: in memory; 4: not logged. */
        static final Parameter WINDOW_STORE = Parameter.of("store", 0, 1, 2, 3, 4);
        /** As {@link #WINDOW_STORE}; 5: versioned. */
        static final Parameter STORE = Parameter.of("store", 0, 1, 2, 3, 4, 5);
        /** 0: no store; then as {@link #STORE}. */
        static final Parameter VIEW = Parameter.of("view", 0, 1, 2, 3, 4, 5);
        /** 1: the function fails for some values. */
        static final Parameter FAILS = Parameter.of("fails", 0, 0, 0, 1);
        /** 0: by the key it has; 1: by another. */
        static final Parameter BY = Parameter.of("by", 0, 1);
        /** 0: count; 1: reduce; 2: aggregate. */
        static final Parameter AGGREGATION = Parameter.of("aggregation", 0, 1, 2);

        static final Parameter SIZE = Parameter.ofTime("size", 20, 50);
        static final Parameter ADVANCE = Parameter.of("advance", 0, 7);
        static final Parameter GRACE = Parameter.ofTime("grace", 0, 30, 1000);
        /** 0: each change; 1: closed windows. */
        static final Parameter EMIT = Parameter.of("final", 0, 1);
        /** How long a versioned table keeps what was, in milliseconds. */
        static final Parameter HISTORY = Parameter.ofTime("history", 60, 1000);
        /** 0: with a changelog; 1: without. */
        static final Parameter LOGGED = Parameter.of("logged", 0, 1);
        /** How long updates are held back, in milliseconds. */
        static final Parameter LIMIT = Parameter.ofTime("limit", 0, 20, 100);
        /** 0: none; 1: records; 2: bytes; 3: records, and fails where they are reached; 4: both. */
        static final Parameter BOUNDS = Parameter.of("bounds", 0, 1, 2, 3, 4);
        /** 0: inner; 1: left. */
        static final Parameter LEFT = Parameter.of("join", 0, 1);
        /** 0: inner; 1: left; 2: outer. */
        static final Parameter JOIN = Parameter.of("join", 0, 1, 2);
        /** 0: nothing; 1: a store; 2: a punctuator in stream time; 3: in wall-clock time. */
        static final Parameter USE = Parameter.of("use", 0, 1, 2, 3);
    }
}
