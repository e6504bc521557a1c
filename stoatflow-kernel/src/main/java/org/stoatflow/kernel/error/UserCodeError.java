package org.stoatflow.kernel.error;

import java.util.List;
import org.stoatflow.streams.errors.StreamsException;

/**
 * An error that code of the user's has thrown for one record, as an exception that handlers can be told of: a stack
 * that a deeply nested record has filled, or a class that only some records need and that cannot be linked. Whoever may
 * write to a topic may bring such an error about, so it says nothing about the virtual machine.
 *
 * <p>The same errors may strike in code of ours, which leaves half done what must be done as a whole. Then the error
 * ends the run, as all other errors do. Who was struck is what the stack trace says, from its top: the first that is
 * neither of the JDK nor of a library that our code calls as well.
 */
public final class UserCodeError extends StreamsException {
    private static final long serialVersionUID = 1L;

    /** What runs in a lane and keeps something that has to fit together. */
    private static final List<String> OURS = List.of(
            "org.stoatflow.kernel.",
            "org.stoatflow.state.",
            "org.stoatflow.restore.",
            "org.stoatflow.record.",
            "org.stoatflow.operator.",
            "org.stoatflow.runtime.");

    private static final List<String> LIBRARIES =
            List.of("java.", "javax.", "jdk.", "sun.", "org.apache.kafka.", "org.rocksdb.", "org.slf4j.");

    private final Error error;

    private UserCodeError(Error error) {
        super("Code of the application has thrown an error: " + error, error);
        this.error = error;
    }

    /** The error itself. */
    public Error error() {
        return error;
    }

    /**
     * What was caught behind user code, as an exception for the handlers.
     *
     * @throws Error what was caught, if it says more than that the record has failed
     */
    public static Exception asException(Throwable thrown) {
        if (thrown instanceof Exception exception) {
            return exception;
        }
        if ((thrown instanceof StackOverflowError || thrown instanceof LinkageError) && isOfUser(thrown)) {
            return new UserCodeError((Error) thrown);
        }
        throw (Error) thrown;
    }

    private static boolean isOfUser(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        for (StackTraceElement frame : frames) {
            String of = frame.getClassName();
            if (OURS.stream().anyMatch(of::startsWith)) {
                return false;
            }
            if (LIBRARIES.stream().noneMatch(of::startsWith)) {
                return true;
            }
        }
        return frames.length > 0; // none of ours calls the JDK so deep that nobody else is to be seen
    }
}
