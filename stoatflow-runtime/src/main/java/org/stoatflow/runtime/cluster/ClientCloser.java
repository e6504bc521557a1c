package org.stoatflow.runtime.cluster;

import java.time.Duration;

/**
 * Closes Kafka clients. Their own time-outs do not bound a close: a producer, an admin client and a consumer wait in it
 * for a thread of theirs, however long that is in user code, such as an interceptor's or a metrics reporter's.
 */
@FunctionalInterface
public interface ClientCloser {
    /** Closes on the caller's thread. */
    ClientCloser HERE = (what, within, close) -> Closing.quietly(what, close);

    /** Runs the close, and returns after so long at the latest. A failure is logged. */
    void close(String what, Duration within, Runnable close);
}
