package org.stoatflow.runtime.cluster;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a member tells its group, and what the group's leader told it last. The assignor, which Kafka's consumer makes,
 * and the code that polls that consumer share this object. Owner: the thread that polls the consumer; {@link #last} and
 * {@link #own} are for any thread.
 */
public final class AssignmentExchange {
    private final MemberSettings own;

    /**
     * Shared. Written by: dispatcher, in a poll. Read by: queries of metadata. Safe: volatile, one immutable object,
     * one writer. Proof: SharedFieldsTest.
     */
    private volatile @Nullable AssignmentInfo last;

    private int assignments;
    private boolean owner;
    private @Nullable String endsAll; // the name of this member, once it asks all to end

    public AssignmentExchange(MemberSettings own) {
        this.own = own;
    }

    /** The settings of this member. */
    public MemberSettings own() {
        return own;
    }

    /** Notes whether this member is the owner, which it tells the group from now on. */
    public void isOwner(boolean nowOwner) {
        owner = nowOwner;
    }

    /** This member asks all members to end, from its next request to join on. */
    public void endAll(String name) {
        endsAll = name;
    }

    /** What this member tells the group. */
    MemberSettings told() {
        MemberSettings told = owner ? own.ofOwner() : own;
        return endsAll == null ? told : told.ofEnd(endsAll);
    }

    /**
     * A rebalance has ended.
     *
     * @param told the note of the group's leader; null if there is none
     */
    void onAssignment(@Nullable AssignmentInfo told) {
        last = told;
        assignments++;
    }

    /** How many assignments have come; each follows a rebalance. */
    public int assignments() {
        return assignments;
    }

    /** The note that came with the last assignment. */
    public Optional<AssignmentInfo> last() {
        return Optional.ofNullable(last);
    }
}
