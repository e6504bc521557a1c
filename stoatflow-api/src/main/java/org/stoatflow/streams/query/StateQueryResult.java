package org.stoatflow.streams.query;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the partitions of a store have answered. Not safe for use by several threads.
 *
 * @param <R> the type of the result
 */
public class StateQueryResult<R> {
    private final Map<Integer, QueryResult<R>> byPartition = new HashMap<>();
    private QueryResult<R> global;

    /** Creates a result without answers. */
    public StateQueryResult() {}

    /**
     * Sets the answer of a global store.
     *
     * @param r the answer
     */
    public void setGlobalResult(QueryResult<R> r) {
        global = r;
    }

    /**
     * Adds the answer of a partition.
     *
     * @param partition the partition
     * @param r its answer
     */
    public void addResult(int partition, QueryResult<R> r) {
        byPartition.put(partition, r);
    }

    /**
     * The answers of the partitions.
     *
     * @return partition to answer
     */
    public Map<Integer, QueryResult<R>> getPartitionResults() {
        return byPartition;
    }

    /**
     * The answer of the one partition that found something.
     *
     * @return the answer; null if none found anything
     * @throws IllegalArgumentException if several did
     */
    public QueryResult<R> getOnlyPartitionResult() {
        List<QueryResult<R>> found = byPartition.values().stream()
                .filter(answer -> answer.isSuccess() && answer.getResult() != null)
                .toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException("More than one partition has a result: " + byPartition);
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    /**
     * The answer of a global store.
     *
     * @return the answer; null if there is none
     */
    public QueryResult<R> getGlobalResult() {
        return global;
    }

    /**
     * How far the stores had got that answered.
     *
     * @return the global store's position, or else those of the partitions together
     */
    public Position getPosition() {
        if (global != null) {
            return global.getPosition();
        }
        Position together = Position.emptyPosition();
        byPartition.values().forEach(answer -> together.merge(answer.getPosition()));
        return together;
    }

    @Override
    public String toString() {
        return "StateQueryResult{partitionResults=" + byPartition + ", globalResult=" + global + "}";
    }
}
