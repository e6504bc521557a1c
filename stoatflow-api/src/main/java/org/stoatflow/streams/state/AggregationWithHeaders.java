package org.stoatflow.streams.state;

import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;

/**
 * The aggregate of a session with the headers of a record. Immutable, as far as its headers are not changed.
 *
 * @param <AGG> the type of the aggregate
 */
public final class AggregationWithHeaders<AGG> {
    private final AGG aggregation;
    private final Headers headers;

    private AggregationWithHeaders(AGG aggregation, Headers headers) {
        this.aggregation = aggregation;
        this.headers = Objects.requireNonNull(headers, "headers must not be null");
    }

    /**
     * Joins an aggregate and headers.
     *
     * @param aggregation the aggregate; may be null
     * @param headers the headers, not null where the aggregate is not
     * @param <AGG> the type of the aggregate
     * @return both, or null if the aggregate is null
     */
    public static <AGG> AggregationWithHeaders<AGG> make(AGG aggregation, Headers headers) {
        return aggregation == null ? null : new AggregationWithHeaders<>(aggregation, headers);
    }

    /**
     * Joins an aggregate, which may be null, and headers.
     *
     * @param aggregation the aggregate; may be null
     * @param headers the headers, not null
     * @param <AGG> the type of the aggregate
     * @return both, never null
     */
    public static <AGG> AggregationWithHeaders<AGG> makeAllowNullable(AGG aggregation, Headers headers) {
        return new AggregationWithHeaders<>(aggregation, headers);
    }

    /**
     * Takes the aggregate out.
     *
     * @param aggregationWithHeaders may be null
     * @param <AGG> the type of the aggregate
     * @return the aggregate, or null if the argument is null
     */
    public static <AGG> AGG getAggregationOrNull(AggregationWithHeaders<AGG> aggregationWithHeaders) {
        return aggregationWithHeaders == null ? null : aggregationWithHeaders.aggregation;
    }

    /**
     * The aggregate.
     *
     * @return the aggregate; null only where {@link #makeAllowNullable} was given null
     */
    public AGG aggregation() {
        return aggregation;
    }

    /**
     * The headers.
     *
     * @return the headers, not a copy
     */
    public Headers headers() {
        return headers;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof AggregationWithHeaders<?> other
                && Objects.equals(aggregation, other.aggregation)
                && Arrays.equals(headers.toArray(), other.headers.toArray()); // of any class
    }

    @Override
    public int hashCode() {
        return Objects.hash(aggregation, Arrays.hashCode(headers.toArray()));
    }

    @Override
    public String toString() {
        return "AggregationWithHeaders{aggregation=" + aggregation + ", headers=" + headers + "}";
    }
}
