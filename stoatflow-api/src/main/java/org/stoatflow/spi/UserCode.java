package org.stoatflow.spi;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls code of the user's whose outcome decides nothing. Safe for use by any thread. */
public final class UserCode {
    private static final Logger LOG = LoggerFactory.getLogger(UserCode.class);

    private UserCode() {}

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
