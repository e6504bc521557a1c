package org.stoatflow.runtime.run;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.runtime.cluster.ClientCloser;
import org.stoatflow.runtime.cluster.Closing;

/** Closes each client on a thread of its own, which is left behind where it does not come back. Any thread. */
public final class BoundedCloser implements ClientCloser {
    private static final Logger LOG = LoggerFactory.getLogger(BoundedCloser.class);

    private final EngineThreads threads;

    public BoundedCloser(EngineThreads threads) {
        this.threads = threads;
    }

    @Override
    public void close(String what, Duration within, Runnable close) {
        Thread closing = threads.platform("close of " + what, () -> Closing.quietly(what, close));
        closing.start();
        try {
            if (!closing.join(within)) {
                LOG.warn(
                        "The close of a {} does not come back and is left behind: is a thread of it in user code?",
                        what);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
