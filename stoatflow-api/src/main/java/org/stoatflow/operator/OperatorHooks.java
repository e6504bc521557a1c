package org.stoatflow.operator;

import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.topology.TimeDriven;

/**
 * Implemented by the engine's processor contexts: what the DSL's operators tell the engine and ask of it. Called in the
 * lane.
 */
public interface OperatorHooks {
    /**
     * Forwards a record to all children. Where no processor of the user's is among those that it can reach, the engine
     * uses one record object again and again: so the DSL's operators keep no record after {@code process} returns.
     *
     * @param key the key; may be null
     * @param value the value; may be null
     * @param timestamp the event time
     * @param headers shared headers
     * @throws org.stoatflow.streams.errors.StreamsException if the timestamp is negative
     */
    void forward(@Nullable Object key, @Nullable Object value, long timestamp, CopyOnWriteHeaders headers);

    /**
     * An operator drops the record that is being processed; it has logged the reason.
     *
     * @param reason why
     */
    void onDropped(DropReason reason);

    /**
     * The operator's stream time. Only for processors whose supplier {@link TimeDriven}; once, in {@code init}.
     *
     * @param rows what the operator holds for a later time
     * @return the clock of this operator in this lane
     */
    OperatorClock clock(DueRows rows);

    /** Why an operator drops a record. */
    enum DropReason {
        /** The record has no key, and the operator needs one. */
        NULL_KEY,
        /** The record has neither key nor value, or no value, and the operator needs one. */
        NULL_KEY_OR_VALUE
    }
}
