package org.stoatflow.operator;

/**
 * Stream time of one operator in one lane, for the virtual partition of what is being processed; -1 before the first
 * record. Called in the lane.
 */
public interface OperatorClock {
    /**
     * A record has come to the operator. To be called for each record that Kafka Streams' operator would take its
     * stream time from, before rows are written for it.
     *
     * @param timestampMs the record's timestamp
     */
    void observe(long timestampMs);

    /**
     * What decides whether a record is late, and which rows a read may show: the greater of what this lane has observed
     * and of the complete-epoch clock. Where the lane's records have come through a stage by key, whose lanes overtake
     * each other, it is the complete-epoch clock.
     *
     * @return milliseconds since 1970, or -1
     */
    long laneTimeMs();

    /**
     * The highest timestamp that any lane has observed in a complete epoch. It decides what is due and what may be
     * removed for good, since no lane will see an older record.
     *
     * @return milliseconds since 1970, or -1
     */
    long completeTimeMs();

    /**
     * Whether rows of a key are this lane's own. Another lane of a stage by key owns other keys of the same partition.
     *
     * @param partition the virtual partition
     * @param key the bytes of the key that the stage goes by, or null
     * @return whether this lane handles them
     */
    boolean owns(int partition, byte[] key);
}
