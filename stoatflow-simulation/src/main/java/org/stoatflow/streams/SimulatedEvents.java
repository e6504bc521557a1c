package org.stoatflow.streams;

import org.apache.kafka.common.TopicPartition;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.streams.KafkaStreams.State;
import org.stoatflow.streams.KafkaStreams.StateListener;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler;
import org.stoatflow.streams.processor.StateRestoreListener;

/** Tells a user's listeners and handler what the engine tells, with the code of {@link KafkaStreams}. */
public final class SimulatedEvents implements EngineListener {
    private final ClientStates states;
    private final EngineEvents events;

    public SimulatedEvents(
            String clientId,
            StateListener stateListener,
            StateRestoreListener restoreListener,
            StreamsUncaughtExceptionHandler handler) {
        states = new ClientStates(clientId, state -> {});
        states.listener(stateListener);
        events = new EngineEvents(states, () -> {});
        events.restoreListener(restoreListener);
        events.handler(handler);
        states.change(State.REBALANCING);
    }

    /** Nobody has called {@code close()}, which goes before an end. */
    @Override
    public void onState(State newState) {
        switch (newState) {
            case NOT_RUNNING -> states.change(State.PENDING_SHUTDOWN);
            case ERROR -> states.change(State.PENDING_ERROR);
            default -> {}
        }
        events.onState(newState);
    }

    @Override
    public String clientId() {
        return events.clientId();
    }

    @Override
    public State state() {
        return State.RUNNING; // the simulation does not ask
    }

    @Override
    public boolean restartAfter(Throwable error) {
        return events.restartAfter(error);
    }

    @Override
    public boolean endsAll() {
        return events.endsAll();
    }

    @Override
    public void onFailure(Throwable error) {
        events.onFailure(error);
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long startingOffset, long endingOffset) {
        events.onRestoreStart(partition, store, startingOffset, endingOffset);
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long restored) {
        events.onBatchRestored(partition, store, batchEndOffset, restored);
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long restored) {
        events.onRestoreEnd(partition, store, restored);
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long restored) {
        events.onRestoreSuspended(partition, store, restored);
    }
}
