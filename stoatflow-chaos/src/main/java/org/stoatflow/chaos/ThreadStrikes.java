package org.stoatflow.chaos;

import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Strikes background threads of Kafka's clients in the application's process, one for each order, out of what users and
 * libraries have these threads call: an interceptor, or the logging. Static, since Kafka makes interceptors itself. Any
 * thread.
 */
final class ThreadStrikes {
    /** The order; the name of a {@link ClientThread} and of a {@link Manner} follow. */
    static final String ORDER = "strike ";
    /** The line that is printed when a thread was struck; the name of the {@link ClientThread} follows. */
    static final String STRUCK = "struck ";

    private static final Map<ClientThread, Queue<Manner>> ORDERED = new EnumMap<>(ClientThread.class);

    static {
        for (ClientThread thread : ClientThread.values()) {
            ORDERED.put(thread, new ConcurrentLinkedQueue<>());
        }
    }

    /** What happens to the thread. */
    enum Manner {
        /** An {@link Error}, which Kafka's clients catch nowhere. */
        ERROR,
        /** An exception that comes from where the client expects none. */
        EXCEPTION,
        /** The thread does not come back. */
        HANG
    }

    /** What ends the thread. */
    static final class Struck extends Error {
        Struck(ClientThread thread) {
            super("thread of the " + thread + " struck");
        }
    }

    private ThreadStrikes() {}

    static String order(ClientThread thread, Manner manner) {
        return ORDER + thread + " " + manner;
    }

    /** Takes an order: the next such thread that comes by is struck. */
    static void take(String order) {
        String[] words = order.substring(ORDER.length()).split(" ", -1);
        ordered(ClientThread.valueOf(words[0])).add(Manner.valueOf(words[1]));
    }

    /** To be called by such threads: does not return where that was ordered. */
    static void comesBy(ClientThread thread) {
        Queue<Manner> ordered = ordered(thread);
        if (!ordered.isEmpty() && thread.isCurrent()) {
            strike(thread, ordered.poll());
        }
    }

    private static void strike(ClientThread thread, @Nullable Manner manner) {
        if (manner == null) {
            return; // another thread was quicker
        }
        System.out.println(STRUCK + thread + " " + manner);
        switch (manner) {
            case ERROR -> throw new Struck(thread);
            case EXCEPTION -> throw new IllegalStateException("thread of the " + thread + " struck");
            case HANG -> hang();
        }
    }

    @SuppressWarnings("InfiniteLoopStatement") // a daemon thread, which ends with the process
    private static void hang() {
        while (true) {
            LockSupport.park();
        }
    }

    private static Queue<Manner> ordered(ClientThread thread) {
        return ORDERED.getOrDefault(thread, new ConcurrentLinkedQueue<>());
    }
}
