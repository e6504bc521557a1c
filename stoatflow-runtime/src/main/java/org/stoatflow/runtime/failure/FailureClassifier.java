package org.stoatflow.runtime.failure;

import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.TimeoutException;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.lane.LaneFailure;
import org.stoatflow.kernel.plan.PlanException;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.monitor.StuckEpochException;
import org.stoatflow.streams.errors.MissingSourceTopicException;
import org.stoatflow.streams.errors.StreamsException;

/** What failures mean for the application that has met them. */
public final class FailureClassifier {
    private FailureClassifier() {}

    /** As users are told of it. */
    public static StreamsException asStreamsException(Throwable failure) {
        return failure instanceof StreamsException known
                ? known
                : new StreamsException("The application failed: " + failure.getMessage(), failure);
    }

    /**
     * As the uncaught-exception handler is told of it: by the types that Kafka Streams would use, with our message,
     * which says where. An error of the virtual machine is told as it is.
     */
    public static Throwable told(Throwable failure) {
        if (!(failure instanceof LaneFailure)) {
            return failure instanceof Error ? failure : asStreamsException(failure);
        }
        Throwable cause = failure.getCause();
        if (cause instanceof Error) {
            return cause;
        }
        if (cause != null && cause.getClass() == StreamsException.class) {
            cause = cause.getCause() == null ? cause : cause.getCause();
        }
        return new StreamsException(failure.getMessage(), cause);
    }

    /** Somebody has asked the thread to end. */
    public static boolean isInterruption(Throwable failure) {
        return hasCause(failure, InterruptedException.class) || hasCause(failure, InterruptException.class);
    }

    /** The topology cannot run on the topics as they are; trying again does not help. */
    public static boolean isRefusal(Throwable failure) {
        return failure instanceof PlanException || failure instanceof MissingSourceTopicException;
    }

    /** Another process has taken this member's place; or the virtual machine is not well. */
    public static boolean isFinal(Throwable failure) {
        return failure instanceof Error || isFenced(failure);
    }

    /** The group has given this member's place to another one of the same {@code group.instance.id}. */
    public static boolean isFenced(Throwable failure) {
        return hasCause(failure, FencedInstanceIdException.class);
    }

    /** Thrown by what a lane has run: what is committed, and the clients, are not touched by it. */
    public static boolean isOfProcessing(Throwable failure) {
        return hasCause(failure, LaneFailure.class) && !isOfBrokenEpoch(failure);
    }

    /** What can never be was seen in an epoch. */
    public static boolean isOfBrokenEpoch(Throwable failure) {
        return hasCause(failure, BrokenEpochException.class);
    }

    /** Nobody went on with an epoch. */
    public static boolean isOfStuckEpoch(Throwable failure) {
        return hasCause(failure, StuckEpochException.class);
    }

    /**
     * Brokers were asked and did not answer in time, or could not be reached. What user code throws is no such thing.
     */
    static boolean isNoAnswer(Throwable failure) {
        if (isOfProcessing(failure)) {
            return hasCause(failure, NoAnswerException.class);
        }
        return hasCause(failure, NoAnswerException.class)
                || hasCause(failure, TimeoutException.class)
                || hasCause(failure, DisconnectException.class)
                || hasCause(failure, NetworkException.class)
                || hasCause(failure, CoordinatorNotAvailableException.class);
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
