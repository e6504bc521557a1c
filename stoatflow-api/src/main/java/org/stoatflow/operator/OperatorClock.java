package org.stoatflow.operator;

/**
 * Stream time of one operator in one lane, for the virtual partition of the record in process; -1 before the first
 * record. Operators of one group share it, see {@link org.stoatflow.topology.TimeDriven#clockGroup}. Called in the
 * lane.
 */
public interface OperatorClock {
    /**
     * Takes in that a record has come to the operator. To be called for each record from which Kafka Streams' operator
     * would take its stream time, before rows are written for the record.
     *
     * @param timestampMs the record's timestamp
     */
    void observe(long timestampMs);

    /**
     * The time that decides whether a record is late, and which rows a read may show: the greater of the highest
     * timestamp that this lane has observed and the complete-epoch clock. Where the order in which records come says
     * nothing, it is the complete-epoch clock: behind a stage by key, whose lanes overtake each other, and where the
     * operator's records come by more than one way, such as two hops into a join.
     *
     * @return milliseconds since 1970, or -1
     */
    long laneTimeMs();

    /**
     * The highest timestamp that any lane has observed in a complete epoch. It decides which rows are due and which may
     * be removed for good, since no lane will see an older record.
     *
     * @return milliseconds since 1970, or -1
     */
    long completeTimeMs();

    /**
     * Whether an operator may remove rows of earlier records while it processes a record, and forward what came of
     * them. It may where epochs are isolated: rows, output and positions are committed together. Under at-least-once,
     * a crash may find the rows removed and their output lost, and the earlier records do not come again. There, rows
     * are for {@link DueRows#onDue} to remove, whose work is kept only with all that came of it.
     *
     * @return whether it may
     */
    boolean mayRemoveInProcess();

    /**
     * Whether the operator is given the records of one source partition in their order, so that {@link #laneTimeMs}
     * counts each of them at once.
     *
     * @return whether the order of records says which of them is late
     */
    default boolean isInOrder() {
        return true;
    }

    /**
     * Up to which time an operator that keeps what it has forwarded has forwarded it. It is kept with the results. Only
     * for operators that say {@link org.stoatflow.topology.TimeDriven#keepsForwarded}. Where records come in order, it
     * is the time of complete epochs, and {@link #completeTimeMs} where nothing else is known: the operator itself
     * knows what it has forwarded since.
     *
     * @return milliseconds since 1970, or -1
     */
    default long forwardedTimeMs() {
        return completeTimeMs();
    }

    /**
     * Everything up to a time is forwarded.
     *
     * @param timeMs the time, in milliseconds since 1970
     */
    default void forwarded(long timeMs) {}

    /**
     * Whether rows of a key are this lane's own. Another lane of a stage by key owns other keys of the same partition.
     *
     * @param partition the virtual partition
     * @param key the bytes of the key that the stage goes by, or null
     * @return whether this lane handles them
     */
    boolean owns(int partition, byte[] key);
}
