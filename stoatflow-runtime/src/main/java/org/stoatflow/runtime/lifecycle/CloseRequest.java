package org.stoatflow.runtime.lifecycle;

/** Whether, and how, the application is to end. Any thread asks; the lifecycle's thread looks, and acts on it. */
final class CloseRequest {
    private static final Asked NOT_ASKED = new Asked(false, Long.MAX_VALUE, false);

    private volatile Asked asked = NOT_ASKED;

    private record Asked(boolean isAsked, long deadlineNs, boolean leavesGroup) {}

    void ask(long deadlineNs, boolean leavesGroup) {
        asked = new Asked(true, deadlineNs, leavesGroup);
    }

    boolean isAsked() {
        return asked.isAsked();
    }

    /** By when it is to end, by the engine's clock; without bound if nobody has asked. */
    long deadlineNs() {
        return asked.deadlineNs();
    }

    /** Whether the group is to learn at once that this instance is gone. */
    boolean leavesGroup() {
        return asked.leavesGroup();
    }
}
