package org.stoatflow.runtime.failure;

import java.nio.channels.ClosedByInterruptException;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.EpochTooLargeException;
import org.stoatflow.kernel.error.HandlerFailedException;
import org.stoatflow.kernel.error.InitFailedException;
import org.stoatflow.kernel.lane.LaneFailure;
import org.stoatflow.kernel.plan.PlanException;
import org.stoatflow.runtime.cluster.LeftoverException;
import org.stoatflow.runtime.cluster.NoAnswerException;
import org.stoatflow.runtime.monitor.StuckEpochException;
import org.stoatflow.runtime.sink.AbsentTopicException;
import org.stoatflow.runtime.sink.CommitFailure;
import org.stoatflow.runtime.sink.UnfinishedResetException;
import org.stoatflow.spi.Causes;
import org.stoatflow.state.StateDiskException;
import org.stoatflow.streams.errors.MissingSourceTopicException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.errors.TaskCorruptedException;
import org.stoatflow.streams.processor.TaskId;

/**
 * Tells what a failure means for the application. User code has clients of its own, which throw what ours throw: so
 * where user code has thrown, only exceptions of our own say anything about our clients.
 */
public final class FailureClassifier {
    private FailureClassifier() {}

    /** The failure as a {@link StreamsException}, for the user. */
    public static StreamsException asStreamsException(Throwable failure) {
        return failure instanceof StreamsException known
                ? known
                : new StreamsException("The application failed: " + failure.getMessage(), failure);
    }

    /**
     * Throws what another thread has thrown, as it is.
     *
     * @throws StreamsException instead of a checked exception, which other languages throw undeclared
     */
    public static void rethrow(Throwable failure) {
        switch (failure) {
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case Throwable thrown -> throw asStreamsException(thrown);
        }
    }

    /**
     * The failure as the uncaught-exception handler gets it: with the type that Kafka Streams would use, and with our
     * message, which says where it happened. The handler gets an error of the virtual machine as it is.
     */
    public static Throwable told(Throwable failure) {
        if (failure instanceof LaneFailure ofLane) {
            return ofLane.told();
        }
        if (failure instanceof InitFailedException ofInit) {
            return ofInit.told();
        }
        return failure instanceof Error ? failure : asStreamsException(failure);
    }

    /**
     * The failure as those are told it who may not see records: where it happened. What may be user code's is there by
     * its type only, since its message may have values: users' code runs in clients and stores, too.
     */
    public static String shown(Throwable failure) {
        LaneFailure ofLane = Causes.find(failure, LaneFailure.class);
        if (ofLane != null) {
            return ofLane.shown() + ": " + types(ofLane.getCause());
        }
        return ShownFailures.isOurs(failure)
                ? failure.getClass().getName() + ": " + failure.getMessage()
                : types(failure);
    }

    /** The types of a failure and of what is behind it, without what they say. */
    public static String types(@Nullable Throwable failure) {
        return Causes.of(failure).stream()
                .map(cause -> cause.getClass().getName())
                .collect(Collectors.joining(", caused by "));
    }

    /** Whether somebody has asked the thread to end: while it waited, in a client, or over a file. */
    public static boolean isInterruption(Throwable failure) {
        return !isOfUserCode(failure)
                && (Causes.has(failure, InterruptedException.class)
                        || Causes.has(failure, InterruptException.class)
                        || Causes.has(failure, ClosedByInterruptException.class));
    }

    /** Whether the topology cannot run on the topics as they are, so that trying again does not help. */
    public static boolean isRefusal(Throwable failure) {
        return failure instanceof PlanException || failure instanceof MissingSourceTopicException;
    }

    /**
     * Whether another process has taken this member's place, a reset is not complete, an owner before has left records
     * that no hop takes, user code of the run before does not come back, the virtual machine is not well, or the disk
     * fails the state, which a run on the same open state would meet again.
     */
    public static boolean isFinal(Throwable failure) {
        return failure instanceof Error
                || isOfVirtualMachine(failure)
                || failure instanceof WorkTooLargeException
                || isFenced(failure)
                || failure instanceof UnfinishedResetException
                || failure instanceof LeftoverException
                || failure instanceof LeftBehindException
                || StateDiskException.behind(failure) != null;
    }

    /**
     * Whether the virtual machine has failed, wherever that was met: what is done again would meet it again, and
     * threads of clients may have met it too. A full stack of the user's code is an error of that code alone.
     */
    public static boolean isOfVirtualMachine(Throwable failure) {
        VirtualMachineError error = Causes.find(failure, VirtualMachineError.class);
        return error != null && !(error instanceof StackOverflowError && isOfUserCode(failure));
    }

    /**
     * Whether a handler has decided that a record fails, be it the default one: another attempt would only repeat what
     * the record's processing does outside, and ask again.
     */
    public static boolean isVerdict(Throwable failure) {
        LaneFailure ofLane = Causes.find(failure, LaneFailure.class);
        CommitFailure ofCommit = Causes.find(failure, CommitFailure.class);
        return ofLane != null && ofLane.isDecided() || ofCommit != null && ofCommit.isDecided();
    }

    /**
     * The tasks of which a processor has said that their state is corrupted: it is to be restored, as in Kafka Streams.
     */
    public static Set<TaskId> corrupted(Throwable failure) {
        LaneFailure ofLane = Causes.find(failure, LaneFailure.class);
        return ofLane != null && ofLane.getCause() instanceof TaskCorruptedException corrupted
                ? Set.copyOf(corrupted.corruptedTasks())
                : Set.of();
    }

    /** At which record, or at which processor's preparation, user code has failed; empty for other failures. */
    static String placeInUserCode(Throwable failure) {
        LaneFailure ofLane = Causes.find(failure, LaneFailure.class);
        if (ofLane != null) {
            return ofLane.place();
        }
        InitFailedException ofInit = Causes.find(failure, InitFailedException.class);
        return ofInit == null ? "" : String.valueOf(ofInit.getMessage());
    }

    /** Whether a record has failed, which comes again until it is processed. */
    static boolean isAtRecord(Throwable failure) {
        LaneFailure ofLane = Causes.find(failure, LaneFailure.class);
        return ofLane != null && ofLane.isAtRecord();
    }

    /** What says that an epoch has held too much, if it is that. */
    public static @Nullable EpochTooLargeException epochTooLarge(Throwable failure) {
        return Causes.find(failure, EpochTooLargeException.class);
    }

    /**
     * Whether the disk has failed the state in a way that opening the state again may help: damage is mended there, and
     * other failures may have passed. A full disk does not get emptier.
     */
    public static boolean isMendedByOpening(Throwable failure) {
        StateDiskException disk = StateDiskException.behind(failure);
        return disk != null && disk.kind() != StateDiskException.Kind.FULL;
    }

    /**
     * Whether a thread of a consumer's has ended by an error. The next poll throws what the thread has met, once, and
     * the consumer makes no other thread before it joins its group again: nobody would send heartbeats until then.
     */
    public static boolean isOfConsumersThread(Throwable failure) {
        return failure.getClass() == RuntimeException.class && failure.getCause() instanceof Error;
    }

    /** Whether the group has given this member's place to another process with the same {@code group.instance.id}. */
    public static boolean isFenced(Throwable failure) {
        return !isOfUserCode(failure) && Causes.has(failure, FencedInstanceIdException.class);
    }

    /**
     * Whether code that a lane ran has thrown the failure. Then neither the committed state nor the clients are
     * affected.
     */
    public static boolean isOfProcessing(Throwable failure) {
        return Causes.has(failure, LaneFailure.class) && !isOfBrokenEpoch(failure);
    }

    /** Whether code of the user's has thrown it: what a lane runs, a handler, or a processor that is prepared. */
    private static boolean isOfUserCode(Throwable failure) {
        return Causes.has(failure, LaneFailure.class)
                || Causes.has(failure, HandlerFailedException.class)
                || Causes.has(failure, InitFailedException.class);
    }

    /** Whether an epoch's counters were seen with values that they cannot have. */
    public static boolean isOfBrokenEpoch(Throwable failure) {
        return Causes.has(failure, BrokenEpochException.class);
    }

    /** Whether no thread went on with an epoch. */
    public static boolean isOfStuckEpoch(Throwable failure) {
        return Causes.has(failure, StuckEpochException.class);
    }

    /**
     * Whether brokers did not answer in time, or could not be reached. Of what user code has thrown only our own {@link
     * NoAnswerException} counts.
     */
    static boolean isNoAnswer(Throwable failure) {
        if (Causes.has(failure, NoAnswerException.class)) {
            return true;
        }
        if (isOfUserCode(failure) || Causes.has(failure, AbsentTopicException.class)) {
            return false; // that a topic is not there is an answer of the brokers
        }
        return Causes.has(failure, TimeoutException.class)
                || Causes.has(failure, DisconnectException.class)
                || Causes.has(failure, NetworkException.class)
                || Causes.has(failure, CoordinatorNotAvailableException.class);
    }
}
