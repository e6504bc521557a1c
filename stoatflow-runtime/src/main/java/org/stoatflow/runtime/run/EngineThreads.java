package org.stoatflow.runtime.run;

import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;

/**
 * Makes the threads of an application, but for those that restore (RestoreThreads), return space (SpaceReturn), close a
 * state that is still in use (RocksStateEngine) or answer requests (stoatflow-http). Each has a name, and a handler for
 * failures that nobody caught. The dispatcher's thread keeps the process alive, as Kafka Streams' threads
 * do; the others are daemons.
 */
public final class EngineThreads {
    private final String applicationId;
    private final UncaughtExceptionHandler onUncaught;

    public EngineThreads(String applicationId, UncaughtExceptionHandler onUncaught) {
        this.applicationId = applicationId;
        this.onUncaught = onUncaught;
    }

    /** What a thread of the application is called. */
    public String name(String role) {
        return applicationId + " " + role;
    }

    /** The thread that steps the application's lifecycle. */
    public Thread dispatcher(Runnable body) {
        return Thread.ofPlatform()
                .name(name("dispatcher"))
                .daemon(false)
                .uncaughtExceptionHandler(onUncaught)
                .unstarted(body);
    }

    /** A platform thread: Kafka clients and RocksDB hold a carrier while they wait. */
    public Thread platform(String role, Runnable body) {
        return Thread.ofPlatform()
                .name(name(role))
                .daemon()
                .uncaughtExceptionHandler(onUncaught)
                .unstarted(body);
    }

    /** A virtual thread, for a lane. */
    public Thread virtual(String role, Runnable body) {
        return Thread.ofVirtual()
                .name(name(role))
                .uncaughtExceptionHandler(onUncaught)
                .unstarted(body);
    }

    /**
     * Waits for the end of a thread that has started. A caller that is interrupted waits no longer, and stays so.
     *
     * @return whether the thread has ended
     */
    public static boolean awaitEnd(Thread thread, long waitNs) {
        try {
            return thread.join(Duration.ofNanos(Math.max(1, waitNs)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return !thread.isAlive();
        }
    }
}
