package org.stoatflow.chaos;

/** Events that the log of an instance shows. */
enum Sign {
    RUNNING(ChaosApplicationMain.STATE + "RUNNING"),
    WAITS("waiting to take over"),
    LOST("were taken away from this instance"),
    RESTARTED("Starting again in place"),
    STARTED_OVER("Starting over, as"),
    OUTAGE_BEGAN("It goes on trying. Check that the brokers run"),
    OUTAGE_ENDED(" again, after "),
    ASKED("The uncaught exception handler answers"),
    FORBIDDEN(WatchedStore.FORBIDDEN),
    REBUILT("Rebuilding"),
    STRUCK_PRODUCER(ThreadStrikes.STRUCK + ClientThread.PRODUCER),
    STRUCK_ADMIN(ThreadStrikes.STRUCK + ClientThread.ADMIN),
    STRUCK_HEARTBEAT(ThreadStrikes.STRUCK + ClientThread.HEARTBEAT),
    CUT_RESET("Topic " + Names.CUT + ", partition 0 has an offset that is not in the topic any more; it begins at");

    private final String text;

    Sign(String text) {
        this.text = text;
    }

    boolean isIn(String line) {
        return line.contains(text);
    }
}
