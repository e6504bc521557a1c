package org.stoatflow.runtime.monitor;

/**
 * An epoch was cut, and nobody was left to go on with it. The application starts again in place, from the last commit.
 */
public final class StuckEpochException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    StuckEpochException(long epoch) {
        super("Nobody goes on with epoch " + epoch
                + ", which is cut and not committed. This is a defect of the engine");
    }
}
