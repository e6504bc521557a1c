package org.stoatflow.runtime.it;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.stoatflow.runtime.testkit.Feed;

/**
 * Feeds lines of random words on its own thread until it is told to stop, and knows how often each word was fed. While
 * it is held, it feeds as many as it is told.
 */
final class LineFeed {
    private static final int WORDS_A_LINE = 4;
    private static final int WORDS = 200;
    private static final int LINES_AT_ONCE = 20;
    private static final long PAUSE_NS = 30_000_000; // paces the flow: about 2,500 words a second

    private final Map<String, Long> fed = new HashMap<>(); // the feeding thread's until it has ended
    private final Thread thread;
    private volatile boolean stopping;
    private volatile long linesMax = Long.MAX_VALUE; // written by the test's thread
    private volatile long lines; // written by the feeding thread
    private volatile Throwable failure;

    private LineFeed(String topic, long seed) {
        thread = Thread.ofPlatform().name("feed " + topic).daemon().unstarted(() -> run(topic, new Random(seed)));
    }

    static LineFeed start(String topic, long seed) {
        LineFeed feed = new LineFeed(topic, seed);
        feed.thread.start();
        return feed;
    }

    /**
     * Has it feed so many words, and no more until {@link #flow}: an application that takes long to start has no more
     * to do for it.
     */
    void hold(int words) {
        linesMax = lines + words / WORDS_A_LINE;
    }

    /** Ends a hold. */
    void flow() {
        linesMax = Long.MAX_VALUE;
    }

    private void run(String topic, Random random) {
        try (Feed feed = new Feed()) {
            long line = 0;
            while (!stopping) {
                if (line < linesMax) {
                    feed.send(topic, "line-" + line, line(random));
                    line++;
                    lines = line;
                }
                if (line >= linesMax || line % LINES_AT_ONCE == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        } catch (Throwable any) { // the thread's root; told when it is stopped
            failure = any;
        }
    }

    private String line(Random random) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < WORDS_A_LINE; i++) {
            String word = "w" + random.nextInt(1 + random.nextInt(WORDS));
            fed.merge(word, 1L, Long::sum);
            line.append(i == 0 ? "" : " ").append(word);
        }
        return line.toString();
    }

    /** Ends the feed, and returns how often each word is in the topic now. */
    Map<String, Long> stop() throws InterruptedException {
        stopping = true;
        thread.join(60_000);
        if (thread.isAlive() || failure != null) {
            throw new AssertionError("the feed did not end well", failure);
        }
        return fed;
    }
}
