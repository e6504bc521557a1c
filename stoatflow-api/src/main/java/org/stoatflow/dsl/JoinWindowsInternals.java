package org.stoatflow.dsl;

import org.stoatflow.streams.kstream.JoinWindows;

/** Reads what a {@link JoinWindows} holds. */
final class JoinWindowsInternals extends JoinWindows {
    JoinWindowsInternals(JoinWindows windows) {
        super(windows);
    }

    /** Whether a record without a partner is given only when its window has closed, and not at once. */
    boolean waitsForClose() {
        return enableSpuriousResultFix;
    }
}
