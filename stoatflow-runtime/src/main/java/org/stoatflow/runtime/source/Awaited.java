package org.stoatflow.runtime.source;

/** How long others wait for a queue that is empty. Dispatcher thread only. */
final class Awaited {
    private static final long NOT_AWAITED = Long.MIN_VALUE;

    private long acrossStagesSinceNs = NOT_AWAITED;
    private long inTaskSinceNs = NOT_AWAITED;
    private boolean givenUp;

    /** Since when records of other stages wait; where none waited, they do from now on. */
    long acrossStagesSinceNs(long nowNs) {
        if (acrossStagesSinceNs == NOT_AWAITED) {
            acrossStagesSinceNs = nowNs;
        }
        return acrossStagesSinceNs;
    }

    /** Whether nobody waits any more until something comes. */
    boolean isGivenUp() {
        return givenUp;
    }

    /** Nobody waits any more until something comes. Returns whether anybody did. */
    boolean giveUp() {
        boolean first = !givenUp;
        givenUp = true;
        return first;
    }

    /**
     * Whether other partitions of the task have waited for so long that it is to be told. Where they did not wait, they
     * do from now on; where it is told, the time begins anew.
     */
    boolean isToBeTold(long nowNs, long everyNs) {
        if (inTaskSinceNs == NOT_AWAITED) {
            inTaskSinceNs = nowNs;
        }
        boolean due = nowNs - inTaskSinceNs > everyNs;
        if (due) {
            inTaskSinceNs = nowNs;
        }
        return due;
    }

    /** Something has come. */
    void end() {
        acrossStagesSinceNs = NOT_AWAITED;
        inTaskSinceNs = NOT_AWAITED;
        givenUp = false;
    }
}
