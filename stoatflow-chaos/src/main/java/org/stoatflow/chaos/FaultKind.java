package org.stoatflow.chaos;

/** The faults that strike the application or its brokers. */
enum FaultKind {
    KILL("kill -9", 14, false),
    KILL_AT_START("kill -9, and again while it starts", 5, false),
    TAKE_OVER("kill -9 while a second instance waits", 3, false),
    FREEZE("application frozen", 3, false),
    FENCE("frozen, and fenced by a second instance", 6, true),
    BROKER_STOP("broker stopped", 2, false),
    BROKER_KILL("broker killed", 2, false),
    BROKER_FREEZE("broker frozen", 2, false),
    KILL_IN_BROKER_FREEZE("kill -9 while a broker is frozen", 1, false),
    /** Takes as long as the options say, and happens only where they ask for it. */
    OUTAGE("all brokers away", 0, false);

    private final String text;
    private final int timesInTwentyMinutes;
    private final boolean onlyExactlyOnce;

    FaultKind(String text, int timesInTwentyMinutes, boolean onlyExactlyOnce) {
        this.text = text;
        this.timesInTwentyMinutes = timesInTwentyMinutes;
        this.onlyExactlyOnce = onlyExactlyOnce;
    }

    String text() {
        return text;
    }

    int timesInTwentyMinutes() {
        return timesInTwentyMinutes;
    }

    /** Whether the fault needs the fencing that only exactly-once has. */
    boolean isOnlyExactlyOnce() {
        return onlyExactlyOnce;
    }
}
