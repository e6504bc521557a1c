package org.stoatflow.spi;

import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.processor.StateRestoreListener;

/** Calls of an engine to the facade. Engine threads make them, one at a time; calls return soon. */
public interface EngineListener extends StateRestoreListener {
    /**
     * The engine has got or lost its partitions. The facade itself sets all other states.
     *
     * @param newState {@code REBALANCING} or {@code RUNNING}
     */
    void onState(KafkaStreams.State newState);

    /**
     * Asks the user's uncaught-exception handler whether to start again in place, where the engine's own restarts have
     * not helped. On false the engine stops its work and calls {@link #onFailure}.
     *
     * @param error what happened
     * @return whether to start again from the last commit
     */
    boolean restartAfter(Throwable error);

    /**
     * Whether the handler's last answer wants all instances of the application to end. Asked by the thread that has
     * called {@link #restartAfter}.
     *
     * @return false where nobody was asked
     */
    default boolean endsAll() {
        return false;
    }

    /**
     * The id of the client, for the tags of its metrics.
     *
     * @return as Kafka Streams makes it: {@code client.id}, or the application's id and a random part
     */
    String clientId();

    /**
     * What the application is doing now. Any thread.
     *
     * @return its state
     */
    KafkaStreams.State state();

    /**
     * The engine has given up. The facade closes it, and ends in {@code ERROR}.
     *
     * @param error what happened
     */
    void onFailure(Throwable error);
}
