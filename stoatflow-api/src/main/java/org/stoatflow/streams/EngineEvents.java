package org.stoatflow.streams;

import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.Repeats;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.UserCode;
import org.stoatflow.streams.KafkaStreams.State;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.processor.StateRestoreListener;

/** Passes events of the engine on to the user. Engine threads call it; the setters are called only before the start. */
final class EngineEvents implements EngineListener {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaStreams.class);

    private final ClientStates states;
    private final Runnable closeAfterError;
    private final Repeats listenerFailures = new Repeats();

    /** Written before the start. */
    private volatile StreamsUncaughtExceptionHandler handler = error -> StreamThreadExceptionResponse.SHUTDOWN_CLIENT;

    /** Written before the start. */
    private volatile StateRestoreListener restoreListener;

    /** Written and read by the thread that asks the handler. */
    private boolean endsAll;

    EngineEvents(ClientStates states, Runnable closeAfterError) {
        this.states = states;
        this.closeAfterError = closeAfterError;
    }

    void handler(StreamsUncaughtExceptionHandler newHandler) {
        handler = newHandler;
    }

    void restoreListener(StateRestoreListener newListener) {
        restoreListener = newListener;
    }

    @Override
    public void onState(State newState) {
        states.change(newState);
    }

    @Override
    public boolean restartAfter(Throwable error) {
        StreamThreadExceptionResponse response = handler.handle(error);
        LOG.error("{} The uncaught exception handler answers {} to an error.", words(response), response, error);
        endsAll = response == StreamThreadExceptionResponse.SHUTDOWN_APPLICATION;
        return switch (response) {
            case REPLACE_THREAD -> true;
            case SHUTDOWN_CLIENT, SHUTDOWN_APPLICATION -> false;
        };
    }

    /** What Kafka Streams says of an answer, for those who search logs for it. */
    static String words(StreamThreadExceptionResponse response) {
        return switch (response) {
            case REPLACE_THREAD -> "Replacing thread in the streams uncaught exception handler.";
            case SHUTDOWN_CLIENT ->
                "Encountered the following exception during processing and the registered exception handler opted to"
                        + " SHUTDOWN_CLIENT. The streams client is going to shut down now.";
            case SHUTDOWN_APPLICATION ->
                "Encountered the following exception during processing and sent shutdown request for the entire"
                        + " application.";
        };
    }

    @Override
    public boolean endsAll() {
        return endsAll;
    }

    @Override
    public String clientId() {
        return states.clientId();
    }

    @Override
    public State state() {
        return states.state();
    }

    @Override
    public void onFailure(Throwable error) {
        LOG.error("The application stops because of an error.", error);
        closeAfterError.run();
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long startingOffset, long endingOffset) {
        tell(listener -> listener.onRestoreStart(partition, store, startingOffset, endingOffset));
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long numRestored) {
        tell(listener -> listener.onBatchRestored(partition, store, batchEndOffset, numRestored));
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long totalRestored) {
        tell(listener -> listener.onRestoreEnd(partition, store, totalRestored));
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long totalRestored) {
        tell(listener -> listener.onRestoreSuspended(partition, store, totalRestored));
    }

    private void tell(Consumer<StateRestoreListener> event) {
        StateRestoreListener known = restoreListener;
        if (known != null) {
            UserCode.guarded("restore listener", listenerFailures, () -> event.accept(known));
        }
    }
}
