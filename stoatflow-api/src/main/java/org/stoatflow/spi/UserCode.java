package org.stoatflow.spi;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.Repeats;

/** Calls code of the user's whose outcome decides nothing. Safe for use by any thread. */
public final class UserCode {
    private static final Logger LOG = LoggerFactory.getLogger(UserCode.class);

    private UserCode() {}

    /**
     * Makes a call that is made again and again. What it throws is logged as often as it is worth a line.
     *
     * @param what what is called, for the log
     * @param failures counts how often such a call has failed
     * @param call the call
     */
    public static void guarded(String what, Repeats failures, Runnable call) {
        try {
            call.run();
        } catch (Throwable failure) { // the root of what is not ours
            long times = failures.next();
            if (times > 0) {
                LOG.error("The {} failed, and what called it goes on. That makes {}", what, times, failure);
            }
        }
    }

    /**
     * Makes a call. What it throws is logged, whatever it is: an {@code Error} while classes are unloaded is nothing
     * that our thread may die of, nor is a checked exception that another language does not declare.
     *
     * @param what what is called, for the log
     * @param call the call
     */
    public static void guarded(String what, Runnable call) {
        try {
            call.run();
        } catch (Throwable failure) { // the root of what is not ours
            LOG.error("The {} failed, and what called it goes on", what, failure);
        }
    }
}
