package org.stoatflow.chaos;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends background threads of Kafka's clients in the application's process, one for each order: an {@link Error} comes
 * out of what users and libraries have these threads call, an interceptor or the logging. Kafka's clients catch
 * exceptions there, and no errors. Static, since Kafka makes interceptors itself. Any thread.
 */
final class ThreadStrikes {
    /** The order; the name of a {@link ClientThread} follows. */
    static final String ORDER = "strike ";
    /** The line that is printed when a thread was struck; the name follows. */
    static final String STRUCK = "struck ";

    private static final Map<ClientThread, AtomicInteger> ORDERED = new EnumMap<>(ClientThread.class);

    static {
        for (ClientThread thread : ClientThread.values()) {
            ORDERED.put(thread, new AtomicInteger());
        }
    }

    /** What ends the thread. */
    static final class Struck extends Error {
        Struck(ClientThread thread) {
            super("thread of the " + thread + " struck");
        }
    }

    private ThreadStrikes() {}

    /** Orders that the next such thread that comes by is ended. */
    static void order(ClientThread thread) {
        counter(thread).incrementAndGet();
    }

    /** To be called by such threads: throws where that was ordered. */
    static void comesBy(ClientThread thread) {
        AtomicInteger ordered = counter(thread);
        if (ordered.get() > 0 && thread.isCurrent() && ordered.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            System.out.println(STRUCK + thread);
            throw new Struck(thread);
        }
    }

    private static AtomicInteger counter(ClientThread thread) {
        return ORDERED.getOrDefault(thread, new AtomicInteger());
    }
}
