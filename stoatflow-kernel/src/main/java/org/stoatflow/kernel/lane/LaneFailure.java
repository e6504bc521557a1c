package org.stoatflow.kernel.lane;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.HandlerFailedException;
import org.stoatflow.kernel.error.UserCodeError;
import org.stoatflow.kernel.record.NodeOfTask;
import org.stoatflow.kernel.record.RecordPlace;
import org.stoatflow.streams.errors.ProcessorStateException;
import org.stoatflow.streams.errors.StreamsException;

/**
 * A lane could not process a record. The message says which record, and where, behind the words that people search for
 * in Kafka Streams' logs. The record's epoch must be aborted.
 */
public final class LaneFailure extends StreamsException {
    private static final long serialVersionUID = 1L;

    /** Whether Kafka Streams would throw it as a failure of a store. */
    private final boolean ofState;

    private final boolean decided;

    /** All that users are told where a handler itself has failed, else null: the log has where it was. */
    private final @Nullable String callback;

    private final Place place;

    /** At which record or other work, and the same as a sentence's beginning, with lane and node. */
    private record Place(String where, boolean ofRecord, String shown) {}

    /**
     * Makes the failure. If a handler has decided that the record fails, {@code failure} is the handler's verdict, and
     * its cause is what the record has caused.
     *
     * @param at what the lane was at
     */
    static LaneFailure of(String lane, NodeOfTask node, RecordPlace at, Throwable failure) {
        boolean ofRecord = !(at instanceof RecordPlace.InTime);
        return made(words(node, at), lane, node, new Place("at " + at.text(), ofRecord, ""), failure, false);
    }

    /**
     * Makes the failure of a cache's flush.
     *
     * @param record the record that wrote the row last that failed
     */
    static LaneFailure ofFlush(String lane, NodeOfTask node, String store, String record, Throwable failure) {
        String where = "while the cache of store " + store + " was flushed, at a row last written by " + record;
        // Kafka Streams gives an exception of its own on as it is, unless a processor has thrown it.
        boolean ofState = failure instanceof HandlerFailedException || !(failure instanceof StreamsException);
        String words = "Failed to flush cache of store " + store + ". Exception caught in process. ";
        return made(words, lane, node, new Place(where, true, ""), failure, ofState);
    }

    /** The beginning of what Kafka Streams says of a failure there. */
    private static String words(NodeOfTask node, RecordPlace at) {
        String words = "Exception caught in process. ";
        String task = "taskId=" + node.task() + ", processor=" + node.name();
        return switch (at) {
            case RecordPlace.InTopic in -> words + at(task, in.topic(), in.partition(), in.offset());
            case RecordPlace.InHop in -> words + at(task, in.topic(), in.partition(), in.sourceOffset());
            case RecordPlace.InTime in -> words;
        };
    }

    private static String at(String task, String topic, int partition, long offset) {
        return task + ", topic=" + topic + ", partition=" + partition + ", offset=" + offset + ". ";
    }

    private static LaneFailure made(
            String words, String lane, NodeOfTask node, Place at, Throwable failure, boolean ofState) {
        HandlerFailedException verdict = failure instanceof HandlerFailedException known ? known : null;
        Throwable cause = verdict == null ? null : verdict.getCause();
        String shown = "Processing failed in " + lane + ", node " + node.name() + ", " + at.where();
        return new LaneFailure(
                words + shown + ": " + (cause == null ? failure : failure.getMessage()),
                cause == null ? failure : cause,
                ofState,
                verdict,
                new Place(at.where(), at.ofRecord(), shown));
    }

    /** Whether a handler has said that the record fails, or has failed itself: another attempt would ask it again. */
    public boolean isDecided() {
        return decided;
    }

    /**
     * At which record, in words that are the same for another attempt at it, in whatever lane that is. For other work,
     * such as a time batch, lane and node are part of the place.
     */
    public String place() {
        return place.ofRecord() ? place.where() : place.shown();
    }

    /** Whether it has failed at a record, which comes again until it is processed. */
    public boolean isAtRecord() {
        return place.ofRecord();
    }

    /**
     * The failure as users get it: with the type that Kafka Streams would use, and with our message, which says where
     * it happened; where a handler itself has failed, with Kafka Streams' message. An error of the virtual machine is
     * given as it is.
     */
    public Throwable told() {
        Throwable cause = getCause();
        if (cause instanceof Error) {
            return cause;
        }
        if (cause instanceof UserCodeError of) {
            return of.error();
        }
        if (ofState) {
            return new ProcessorStateException(getMessage(), cause);
        }
        if (callback != null) {
            return new StreamsException(callback, cause);
        }
        Throwable wrapped = cause != null && cause.getClass() == StreamsException.class ? cause.getCause() : null;
        return new StreamsException(getMessage(), wrapped == null ? cause : wrapped);
    }

    private LaneFailure(
            String message, Throwable cause, boolean ofState, @Nullable HandlerFailedException verdict, Place place) {
        super(message, cause);
        this.ofState = ofState;
        this.decided = verdict != null;
        this.callback = verdict == null ? null : verdict.callback();
        this.place = place;
    }

    /** What failed, and where, without what user code has said of it, which may have values of records. */
    public String shown() {
        return place.shown();
    }
}
