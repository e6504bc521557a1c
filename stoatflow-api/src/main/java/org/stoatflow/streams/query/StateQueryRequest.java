package org.stoatflow.streams.query;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.IsolationLevel;

/**
 * A query with the store that it is for, and what is asked of the store. Immutable: each method returns another
 * request.
 *
 * @param <R> the type of the result
 */
public class StateQueryRequest<R> {
    private final String storeName;
    private final PositionBound bound;
    private final Optional<Set<Integer>> partitions;
    private final Query<R> query;
    private final boolean executionInfo;
    private final boolean active;
    private final Optional<IsolationLevel> isolation;

    private StateQueryRequest(
            String storeName,
            PositionBound bound,
            Optional<Set<Integer>> partitions,
            Query<R> query,
            boolean executionInfo,
            boolean active,
            Optional<IsolationLevel> isolation) {
        this.storeName = storeName;
        this.bound = bound;
        this.partitions = partitions;
        this.query = query;
        this.executionInfo = executionInfo;
        this.active = active;
        this.isolation = isolation;
    }

    /**
     * Begins a request for a store.
     *
     * @param name the store's name
     * @return what takes the query
     */
    public static InStore inStore(String name) {
        return new InStore(name);
    }

    /**
     * Asks for stores that have got as far as this.
     *
     * @param positionBound the bound; none by default
     * @return another request
     */
    public StateQueryRequest<R> withPositionBound(PositionBound positionBound) {
        return new StateQueryRequest<>(storeName, positionBound, partitions, query, executionInfo, active, isolation);
    }

    /**
     * Asks all partitions that this instance has. The default.
     *
     * @return another request
     */
    public StateQueryRequest<R> withAllPartitions() {
        return new StateQueryRequest<>(storeName, bound, Optional.empty(), query, executionInfo, active, isolation);
    }

    /**
     * Asks some partitions only.
     *
     * @param partitions the partitions, which are copied
     * @return another request
     */
    public StateQueryRequest<R> withPartitions(Set<Integer> partitions) {
        return new StateQueryRequest<>(
                storeName, bound, Optional.of(Set.copyOf(partitions)), query, executionInfo, active, isolation);
    }

    /**
     * Asks stores to say what they do to answer. They do not by default.
     *
     * @return another request
     */
    public StateQueryRequest<R> enableExecutionInfo() {
        return new StateQueryRequest<>(storeName, bound, partitions, query, true, active, isolation);
    }

    /**
     * Asks stores that are worked with, and no copies. Copies may answer by default.
     *
     * @return another request
     */
    public StateQueryRequest<R> requireActive() {
        return new StateQueryRequest<>(storeName, bound, partitions, query, executionInfo, true, isolation);
    }

    /**
     * Chooses whether rows that are not committed yet may be shown. Stores show committed rows at either level, see
     * {@link org.stoatflow.streams.StreamsConfig#DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG}.
     *
     * @param isolationLevel the level; that of the configuration by default
     * @return another request
     */
    public StateQueryRequest<R> withIsolationLevel(IsolationLevel isolationLevel) {
        return new StateQueryRequest<>(
                storeName, bound, partitions, query, executionInfo, active, Optional.of(isolationLevel));
    }

    /**
     * The store to ask.
     *
     * @return its name
     */
    public String getStoreName() {
        return storeName;
    }

    /**
     * How far stores must have got.
     *
     * @return the bound
     */
    public PositionBound getPositionBound() {
        return bound;
    }

    /**
     * What to ask.
     *
     * @return the query
     */
    public Query<R> getQuery() {
        return query;
    }

    /**
     * Whether all partitions are asked.
     *
     * @return true unless some were chosen
     */
    public boolean isAllPartitions() {
        return partitions.isEmpty();
    }

    /**
     * The partitions to ask.
     *
     * @return their numbers
     * @throws IllegalStateException if all are asked
     */
    public Set<Integer> getPartitions() {
        return partitions.orElseThrow(() -> new IllegalStateException(
                "The request for store " + storeName + " is for all partitions, and lists none"));
    }

    /**
     * Whether stores are to say what they do to answer.
     *
     * @return true if they are
     */
    public boolean executionInfoEnabled() {
        return executionInfo;
    }

    /**
     * Whether copies may not answer.
     *
     * @return true if they may not
     */
    public boolean isRequireActive() {
        return active;
    }

    /**
     * Whether rows that are not committed yet may be shown.
     *
     * @return the level; empty for that of the configuration
     */
    public Optional<IsolationLevel> isolationLevel() {
        return isolation;
    }

    /** A request that has no query yet. Immutable. */
    public static class InStore {
        private final String name;

        private InStore(String name) {
            this.name = name;
        }

        /**
         * Makes the request.
         *
         * @param query what to ask
         * @param <R> the type of the result
         * @return a request for all partitions, without a bound
         */
        public <R> StateQueryRequest<R> withQuery(Query<R> query) {
            return new StateQueryRequest<>(
                    name, PositionBound.unbounded(), Optional.empty(), query, false, false, Optional.empty());
        }
    }
}
