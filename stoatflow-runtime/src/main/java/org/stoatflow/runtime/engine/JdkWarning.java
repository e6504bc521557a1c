package org.stoatflow.runtime.engine;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns in the log when an application starts on a JDK whose virtual threads can stop for good. */
final class JdkWarning {
    private static final Logger LOG = LoggerFactory.getLogger(JdkWarning.class);

    private static final int FIRST_FEATURE = 25; // our classes are compiled for it
    private static final int PARKED_MENDED_IN = 3;
    private static final int BLOCKED_MENDED_IN = 4;
    private static final String PARKED = "JDK-8369227 (parked, mended in 25.0.3)";
    private static final String BLOCKED = "JDK-8373120 (blocked, mended in 25.0.4)";

    private JdkWarning() {}

    static void log(String applicationId) {
        String warning = warning(Runtime.version());
        if (warning != null) {
            LOG.warn("{}: {}", applicationId, warning);
        }
    }

    /** Says what is wrong with a JDK, and what to do; null where nothing is known to be wrong. */
    static @Nullable String warning(Runtime.Version jdk) {
        if (jdk.feature() == FIRST_FEATURE && jdk.update() < BLOCKED_MENDED_IN) {
            String bugs = jdk.update() < PARKED_MENDED_IN ? PARKED + " and " + BLOCKED : BLOCKED;
            return sentence(jdk, bugs, "25.0." + BLOCKED_MENDED_IN);
        }
        if (jdk.feature() == FIRST_FEATURE + 1 && jdk.update() == 0) {
            return sentence(jdk, "JDK-8373120 (blocked)", "the last update of 26");
        }
        return null;
    }

    private static String sentence(Runtime.Version jdk, String bugs, String better) {
        return "JDK " + jdk + " can leave a virtual thread, and so a lane, waiting for good: " + bugs + ". Run it on "
                + better + " or newer";
    }
}
