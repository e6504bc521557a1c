package org.stoatflow.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.topology.TimeDriven;

/**
 * Calls of the DSL's operators to the engine, whose processor contexts implement this interface. Called in the lane.
 */
public interface OperatorHooks {
    /**
     * Forwards a record to all children. Where none of the processors that the record can reach is the user's, the
     * engine uses one record object again and again. So the DSL's operators keep no record after {@code process}
     * returns.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     * @param timestamp the event time
     * @param headers shared headers
     * @throws org.stoatflow.streams.errors.StreamsException if the timestamp is negative
     */
    void forward(@Nullable Object key, @Nullable Object value, long timestamp, CopyOnWriteHeaders headers);

    /**
     * Forwards a record that an operator has held back to all children. They see the topic, partition and offset that
     * it came from; afterwards, the record in process is the current one again.
     *
     * @param held the record
     */
    void forward(HeldRecord<?, ?> held);

    /**
     * Tells the engine that an operator drops the record in process. The operator has logged the reason.
     *
     * @param reason why
     */
    void onDropped(DropReason reason);

    /**
     * The operator's stream time. Only for processors whose supplier is {@link TimeDriven}; once, in {@code init}.
     *
     * @param rows the rows that the operator holds for a later time
     * @return the clock of this operator's group in this lane
     */
    OperatorClock clock(DueRows rows);

    /**
     * Has the operator's memory saved and rolled back with its stores. Once, in {@code init}.
     *
     * @param memory what the operator remembers
     */
    void remember(OperatorMemory memory);

    /**
     * Keys that are noted for the rest of an epoch. Once, in {@code init}.
     *
     * @param name what they are called; the operators of a lane that say the same name share them
     * @return the keys
     */
    EpochKeys epochKeys(String name);

    /**
     * The topics of the cluster that a record came from which came in by this topic, for messages.
     *
     * @param topic what the record's metadata names
     * @return one topic, or several that it may be; none where the topic is read from the cluster itself
     */
    default List<String> topicsBehind(@Nullable String topic) {
        return List.of();
    }

    /** Why an operator drops a record. */
    enum DropReason {
        /** The record has no key, and the operator needs one. */
        NULL_KEY,
        /** The record lacks a key or a value, and the operator needs both. */
        NULL_KEY_OR_VALUE,
        /** What a window or session store is given is older than what the store keeps. */
        EXPIRED,
        /** A window or session that the record belongs to has closed. */
        LATE,
        /** The record's value has no foreign key, and the join needs one. */
        NULL_FOREIGN_KEY,
        /** The update of a versioned table is not of its key's newest version, and a join takes no other. */
        OUT_OF_ORDER,
        /** The answer of a foreign-key join is for a value that the row no longer has. */
        STALE_ANSWER
    }
}
