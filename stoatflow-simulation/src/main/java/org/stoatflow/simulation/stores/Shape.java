package org.stoatflow.simulation.stores;

import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.DslStoreFormat;
import org.stoatflow.streams.state.AggregationWithHeaders;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;

/** What a store's users see beside values. */
enum Shape {
    PLAIN(DslStoreFormat.PLAIN),
    TIMESTAMPED(DslStoreFormat.TIMESTAMPED),
    HEADERS(DslStoreFormat.HEADERS),
    /** Of sessions. */
    AGGREGATION_WITH_HEADERS(DslStoreFormat.HEADERS);

    private final DslStoreFormat format;

    Shape(DslStoreFormat format) {
        this.format = format;
    }

    DslStoreFormat format() {
        return format;
    }

    boolean hasHeaders() {
        return format == DslStoreFormat.HEADERS;
    }

    /** The value as users put it. */
    Object put(Value value) {
        return switch (this) {
            case PLAIN -> value.number();
            case TIMESTAMPED -> ValueAndTimestamp.make(value.number(), value.timestamp());
            case HEADERS ->
                ValueTimestampHeaders.make(value.number(), value.timestamp(), new RecordHeaders(value.headers()));
            case AGGREGATION_WITH_HEADERS ->
                AggregationWithHeaders.make(value.number(), new RecordHeaders(value.headers()));
        };
    }

    /** What users can see of a value. */
    Value shown(Value value) {
        boolean timed = this == TIMESTAMPED || this == HEADERS;
        return new Value(
                value.number(), timed ? value.timestamp() : Value.NO_TIME, hasHeaders() ? value.headers() : List.of());
    }

    /** What users have read. */
    @Nullable
    Value read(@Nullable Object read) {
        return switch (read) {
            case null -> null;
            case ValueAndTimestamp<?> value -> new Value((Integer) value.value(), value.timestamp(), List.of());
            case ValueTimestampHeaders<?> value ->
                new Value((Integer) value.value(), value.timestamp(), Draw.list(value.headers()));
            case AggregationWithHeaders<?> value ->
                new Value((Integer) value.aggregation(), Value.NO_TIME, Draw.list(value.headers()));
            default -> new Value((Integer) read, Value.NO_TIME, List.of());
        };
    }
}
