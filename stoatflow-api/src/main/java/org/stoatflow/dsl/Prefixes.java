package org.stoatflow.dsl;

/** The prefixes of generated names. They are part of the names that users see, and of topic names. */
final class Prefixes {
    static final String SOURCE = "KSTREAM-SOURCE-";
    static final String SINK = "KSTREAM-SINK-";
    static final String FILTER = "KSTREAM-FILTER-";
    static final String PEEK = "KSTREAM-PEEK-";
    static final String FOREACH = "KSTREAM-FOREACH-";
    static final String PRINT = "KSTREAM-PRINTER-";
    static final String MAP = "KSTREAM-MAP-";
    static final String MAP_VALUES = "KSTREAM-MAPVALUES-";
    static final String FLAT_MAP = "KSTREAM-FLATMAP-";
    static final String FLAT_MAP_VALUES = "KSTREAM-FLATMAPVALUES-";
    static final String SELECT_KEY = "KSTREAM-KEY-SELECT-";
    static final String MERGE = "KSTREAM-MERGE-";
    static final String BRANCH = "KSTREAM-BRANCH-";
    static final String PROCESS = "KSTREAM-PROCESSOR-";
    static final String PROCESS_VALUES = "KSTREAM-PROCESSVALUES-";
    static final String REPARTITION = "KSTREAM-REPARTITION-";
    static final String TO_TABLE = "KSTREAM-TOTABLE-";
    static final String STREAM_TABLE_JOIN = "KSTREAM-JOIN-";
    static final String STREAM_TABLE_LEFT_JOIN = "KSTREAM-LEFTJOIN-";
    static final String WINDOWED = "KSTREAM-WINDOWED-";
    static final String JOIN_THIS = "KSTREAM-JOINTHIS-";
    static final String JOIN_OTHER = "KSTREAM-JOINOTHER-";
    static final String OUTER_THIS = "KSTREAM-OUTERTHIS-";
    static final String OUTER_OTHER = "KSTREAM-OUTEROTHER-";
    static final String OUTER_SHARED = "KSTREAM-OUTERSHARED-";
    static final String AGGREGATE = "KSTREAM-AGGREGATE-";
    static final String REDUCE = "KSTREAM-REDUCE-";
    static final String COGROUP_AGGREGATE = "COGROUPKSTREAM-AGGREGATE-";
    static final String COGROUP_MERGE = "COGROUPKSTREAM-MERGE-";
    static final String TABLE_SOURCE = "KTABLE-SOURCE-";
    static final String TABLE_SINK = "KTABLE-SINK-";
    static final String TABLE_FILTER = "KTABLE-FILTER-";
    static final String TABLE_MAP_VALUES = "KTABLE-MAPVALUES-";
    static final String TABLE_TO_STREAM = "KTABLE-TOSTREAM-";
    static final String TABLE_SELECT_KEY = "KTABLE-SELECT-";
    static final String TABLE_AGGREGATE = "KTABLE-AGGREGATE-";
    static final String TABLE_REDUCE = "KTABLE-REDUCE-";
    static final String TABLE_TRANSFORM_VALUES = "KTABLE-TRANSFORMVALUES-";
    static final String TABLE_JOIN_THIS = "KTABLE-JOINTHIS-";
    static final String TABLE_JOIN_OTHER = "KTABLE-JOINOTHER-";
    static final String TABLE_SUPPRESS = "KTABLE-SUPPRESS-";
    static final String TABLE_MERGE = "KTABLE-MERGE-";
    static final String SUBSCRIPTION = "KTABLE-FK-JOIN-SUBSCRIPTION-REGISTRATION-";
    static final String SUBSCRIPTION_STORE = "KTABLE-FK-JOIN-SUBSCRIPTION-STATE-STORE-";
    static final String SUBSCRIPTION_PROCESSOR = "KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-";
    static final String SUBSCRIPTION_RESPONSE = "KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-";
    static final String SUBSCRIPTION_RESOLVER = "KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-RESOLVER-PROCESSOR-";
    static final String FOREIGN_JOIN_OUTPUT = "KTABLE-FK-JOIN-OUTPUT-";

    private Prefixes() {}
}
