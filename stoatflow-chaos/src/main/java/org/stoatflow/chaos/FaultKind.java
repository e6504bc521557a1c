package org.stoatflow.chaos;

import java.util.Locale;

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
    /** Comes to match a pattern of the application, is read, and is deleted. */
    TOPIC_DELETED("topic of a pattern deleted", 5, false),
    /** A part of a source topic is gone that the application has committed. */
    SOURCE_CUT("source log cut behind the committed offset", 3, false),
    PRODUCER_THREAD("thread of a producer ended or hung", 2, false),
    ADMIN_THREAD("thread of the admin client ended or hung", 2, false),
    HEARTBEAT_THREAD("thread of heartbeats ended", 2, false),
    /** A processor takes longer to begin than the consumer may take between two polls. */
    SLOW_INIT("kill -9, and a slow init at the start", 2, false),
    /** The clock of the application's machine is a year ahead, or a year behind, until its next start. */
    MOVED_CLOCK("kill -9, and a clock wrong by a year at the start", 3, false),
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

    /** The kind's name on the command line. */
    String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The kind of this name on the command line. */
    static FaultKind ofOption(String option) {
        for (FaultKind kind : values()) {
            if (kind.option().equals(option) && kind != OUTAGE) {
                return kind;
            }
        }
        throw new IllegalArgumentException("must be kinds of faults, such as " + KILL.option() + ","
                + TOPIC_DELETED.option() + ", not '" + option + "'");
    }

    int timesInTwentyMinutes() {
        return timesInTwentyMinutes;
    }

    /** Whether the fault needs the fencing that only exactly-once has. */
    boolean isOnlyExactlyOnce() {
        return onlyExactlyOnce;
    }
}
