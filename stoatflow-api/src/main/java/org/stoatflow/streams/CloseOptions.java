package org.stoatflow.streams;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** How to close an application. Changes itself and returns itself; not safe for use by several threads. */
public class CloseOptions {
    /** What happens to the membership in the consumer group. */
    public enum GroupMembershipOperation {
        /** Leave: another instance takes over at once. */
        LEAVE_GROUP,
        /** Stay until the session times out: a restart soon after moves nothing. */
        REMAIN_IN_GROUP,
        /**
         * As the group's protocol has it: to stay; with {@code group.protocol=streams} and without a {@code
         * group.instance.id} to leave. The default.
         */
        DEFAULT
    }

    /** What happens to the membership. */
    protected GroupMembershipOperation operation = GroupMembershipOperation.DEFAULT;

    /** How long to wait; empty to wait until all is done. */
    protected Optional<Duration> timeout = Optional.of(Duration.ofMillis(Long.MAX_VALUE));

    private CloseOptions() {}

    /**
     * Copies.
     *
     * @param closeOptions what to copy
     */
    protected CloseOptions(CloseOptions closeOptions) {
        operation = closeOptions.operation;
        timeout = closeOptions.timeout;
    }

    /**
     * Options with a time limit.
     *
     * @param timeout how long to wait; null to wait until all is done
     * @return new options
     */
    public static CloseOptions timeout(Duration timeout) {
        return new CloseOptions().withTimeout(timeout);
    }

    /**
     * Options with a choice for the membership.
     *
     * @param operation what happens to the membership
     * @return new options
     */
    public static CloseOptions groupMembershipOperation(GroupMembershipOperation operation) {
        return new CloseOptions().withGroupMembershipOperation(operation);
    }

    /**
     * Sets the time limit.
     *
     * @param timeout how long to wait; null to wait until all is done
     * @return these options
     */
    public CloseOptions withTimeout(Duration timeout) {
        this.timeout = Optional.ofNullable(timeout);
        return this;
    }

    /**
     * Sets what happens to the membership in the consumer group.
     *
     * @param operation the choice
     * @return these options
     */
    public CloseOptions withGroupMembershipOperation(GroupMembershipOperation operation) {
        this.operation = Objects.requireNonNull(operation, "operation cannot be null");
        return this;
    }
}
