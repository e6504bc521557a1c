package org.stoatflow.streams;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.spi.Engine;
import org.stoatflow.streams.CloseOptions.GroupMembershipOperation;

/**
 * Stops an engine, on a thread of its own, and tells when that is done.
 *
 * @param engine what to stop
 * @param timeout the limit that the user gave; afterwards the engine goes on stopping and is asked again
 * @param membership whether to leave the consumer group
 * @param onStopped called at the end, also where the engine failed to stop
 */
record EngineStop(Engine engine, Duration timeout, GroupMembershipOperation membership, Runnable onStopped)
        implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaStreams.class);
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(10);

    @Override
    public void run() {
        try {
            boolean stopped = stop(timeout);
            while (!stopped) {
                stopped = stop(ASK_AGAIN_AFTER);
            }
        } catch (Throwable failure) { // the thread's root; nobody else would tell that it is over
            LOG.error("The engine failed to stop.", failure);
        } finally {
            onStopped.run();
        }
    }

    private boolean stop(Duration limit) {
        return switch (membership) {
            case LEAVE_GROUP -> engine.closeAndLeaveGroup(limit);
            case REMAIN_IN_GROUP, DEFAULT -> engine.close(limit);
        };
    }
}
