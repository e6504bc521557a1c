package org.stoatflow.kernel.error;

import org.stoatflow.spi.Causes;
import org.stoatflow.streams.errors.TaskCorruptedException;
import org.stoatflow.streams.errors.TaskMigratedException;

/**
 * An exception that says nothing of the record at hand: a handler has decided already, or the engine cannot go on. It
 * passes the nodes above, and no handler of the user's is asked, who might have the record left out for it. For runtime
 * exceptions.
 */
public interface PassesHandlers {
    /**
     * Throws on what is of this kind, and what Kafka Streams throws on: a processor says that its task cannot go on as
     * it is.
     *
     * @param thrown what has come out of user code, or of an operator
     */
    static void passOn(Throwable thrown) {
        if (thrown instanceof PassesHandlers && thrown instanceof RuntimeException passing) {
            throw passing;
        }
        switch (thrown) {
            case TaskCorruptedException ofTask -> throw ofTask;
            case TaskMigratedException ofTask -> throw ofTask;
            default -> {}
        }
    }

    /**
     * Throws on what is of this kind and still passes, whatever user code has made of it.
     *
     * @param failure what user code has thrown
     */
    static void passOnBehind(Exception failure) {
        for (Throwable cause : Causes.of(failure)) {
            if (cause instanceof PassesHandlers passing && passing.isStillPassing()) {
                passOn(cause);
            }
        }
    }

    /** Whether it passes also where user code has caught it and has thrown something else that names it as cause. */
    default boolean isStillPassing() {
        return false;
    }
}
