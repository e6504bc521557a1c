package org.stoatflow.runtime.run;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.kernel.time.MinuteReminder;

/**
 * What has become of the commits of source offsets for which nobody waits. While the group does not take them they are
 * sent again, many times a second; the log tells of it once, and then each minute. Owner: the dispatcher's thread.
 */
final class CommitAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(CommitAnswers.class);

    private final Clock clock;
    private final MinuteReminder reminder = new MinuteReminder();
    private int underWay;
    private boolean again;
    private boolean inVain;

    CommitAnswers(Clock clock) {
        this.clock = clock;
    }

    void onSend() {
        underWay++;
        again = false;
    }

    void onAccepted() {
        underWay--;
        if (inVain) {
            inVain = false;
            LOG.info("Source offsets are committed again");
        }
    }

    /** The commit has failed in a way that may pass: the same offsets are to be sent once more. */
    void onPassing(Exception why) {
        underWay--;
        again = true;
        boolean due = !inVain || reminder.isDue(clock.nanos());
        if (!inVain) {
            inVain = true;
            reminder.begin(clock.nanos());
        }
        if (due) {
            LOG.info("Source offsets were not committed and are sent until they are: {}", why.getMessage());
        }
    }

    /** The commit has failed for good. */
    void onRefused() {
        underWay--;
    }

    /** Whether offsets are to be sent once more. */
    boolean areToBeSentAgain() {
        return again;
    }

    /** Forgets what is to be sent once more; answers may still come. */
    void forget() {
        again = false;
    }

    /** Whether all answers have come, and none asks for another commit. */
    boolean areSettled() {
        return underWay == 0 && !again;
    }
}
