package org.stoatflow.runtime.lifecycle;

/** Says whether the application is to end, and how. Any thread asks; the dispatcher's thread looks, and acts on it. */
final class CloseRequest {
    private static final Asked NOT_ASKED = new Asked(false, 0, false);

    /**
     * Shared. Written by: the closing thread. Read by: the dispatcher's thread. Safe: volatile; what is asked is one
     * immutable object. Proof: SharedFieldsTest.
     */
    private volatile Asked asked = NOT_ASKED;

    private record Asked(boolean isAsked, long deadlineNs, boolean leavesGroup) {}

    void ask(long deadlineNs, boolean leavesGroup) {
        asked = new Asked(true, deadlineNs, leavesGroup);
    }

    boolean isAsked() {
        return asked.isAsked();
    }

    /** By when the application is to end, by the engine's clock. Only where somebody {@link #isAsked has asked}. */
    long deadlineNs() {
        return asked.deadlineNs();
    }

    /**
     * Whether this instance leaves the group when it closes, so that the group need not wait for the end of its
     * session.
     */
    boolean leavesGroup() {
        return asked.leavesGroup();
    }
}
