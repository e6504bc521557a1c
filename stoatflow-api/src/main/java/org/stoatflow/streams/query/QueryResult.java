package org.stoatflow.streams.query;

import java.util.List;
import org.stoatflow.streams.processor.StateStore;

/**
 * What a query of one partition of a store has given: a result, or a reason why there is none. Not safe for use by
 * several threads.
 *
 * @param <R> the type of the result
 */
public interface QueryResult<R> {
    /**
     * A query that found what it was asked for.
     *
     * @param result the result; null where there is nothing
     * @param <R> the type of the result
     * @return a new result
     */
    static <R> QueryResult<R> forResult(R result) {
        return new Success<>(result);
    }

    /**
     * A query that failed.
     *
     * @param failureReason why
     * @param failureMessage why, for people
     * @param <R> the type of the result
     * @return a new result
     */
    static <R> QueryResult<R> forFailure(FailureReason failureReason, String failureMessage) {
        return new Failure<>(failureReason, failureMessage);
    }

    /**
     * A query of a type that the store does not know.
     *
     * @param query the query
     * @param store the store
     * @param <R> the type of the result
     * @return a new result
     */
    static <R> QueryResult<R> forUnknownQueryType(Query<R> query, StateStore store) {
        return forFailure(
                FailureReason.UNKNOWN_QUERY_TYPE,
                "This store (" + store.getClass() + ") doesn't know how to execute the given query (" + query
                        + "). Contact the store maintainer if you need support for a new query type.");
    }

    /**
     * A query that asks for more than the store has taken up.
     *
     * @param currentPosition how far the store has got
     * @param positionBound how far it must have got
     * @param partition the store's partition; null if it is not open yet
     * @param <R> the type of the result
     * @return a new result
     */
    static <R> QueryResult<R> notUpToBound(Position currentPosition, PositionBound positionBound, Integer partition) {
        String message = partition == null
                ? "The store is not initialized yet, so it is not yet up to the bound " + positionBound
                : "For store partition " + partition + ", the current position " + currentPosition
                        + " is not yet up to the bound " + positionBound;
        return forFailure(FailureReason.NOT_UP_TO_BOUND, message);
    }

    /**
     * Adds a line about how the query was answered. Stores call this if {@link QueryConfig#isCollectExecutionInfo()}.
     *
     * @param message the line
     */
    void addExecutionInfo(String message);

    /**
     * Sets how far the store had got.
     *
     * @param position the position
     */
    void setPosition(Position position);

    /**
     * Whether there is a result.
     *
     * @return true if the query did not fail
     */
    boolean isSuccess();

    /**
     * Whether there is a reason why there is no result.
     *
     * @return true if the query failed
     */
    boolean isFailure();

    /**
     * How the query was answered.
     *
     * @return lines in the order in which they were added
     */
    List<String> getExecutionInfo();

    /**
     * How far the store had got.
     *
     * @return the position; null if it was not set
     */
    Position getPosition();

    /**
     * Why the query failed.
     *
     * @return the reason
     * @throws IllegalArgumentException if it did not fail
     */
    FailureReason getFailureReason();

    /**
     * Why the query failed, for people.
     *
     * @return the message
     * @throws IllegalArgumentException if it did not fail
     */
    String getFailureMessage();

    /**
     * What the query found.
     *
     * @return the result; null where there is nothing
     * @throws IllegalArgumentException if it failed
     */
    R getResult();
}
