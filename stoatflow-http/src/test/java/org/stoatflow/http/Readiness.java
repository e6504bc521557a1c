package org.stoatflow.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.stoatflow.streams.KafkaStreams;

/**
 * Asks an application all the time whether it is ready, and compares each answer with the state: where the state has
 * been the same from before the question until after the answer, the answer must be of that state.
 */
final class Readiness implements AutoCloseable {
    /** Between two questions: without it the asking takes a processor, and states last longer than that. */
    private static final Duration PAUSE = Duration.ofMillis(4);

    private final Asked asked;
    private final KafkaStreams streams;
    private final AtomicInteger changes = new AtomicInteger();
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final AtomicInteger questions = new AtomicInteger();
    private final Thread thread;
    private volatile boolean over;

    /** The application has not started. */
    Readiness(KafkaStreams streams, int port) {
        this.streams = streams;
        this.asked = new Asked(port);
        streams.setStateListener((now, before) -> changes.incrementAndGet());
        thread = Thread.ofPlatform().daemon().name("asks port " + port).start(this::askOn);
    }

    private void askOn() {
        while (!over) {
            int changesBefore = changes.get();
            KafkaStreams.State before = streams.state();
            Asked.Reply ready = asked.ask("/health/ready");
            Asked.Reply live = asked.ask("/health/live");
            KafkaStreams.State after = streams.state();
            if (before == after && changes.get() == changesBefore) {
                compare(after, ready, live);
            }
            questions.incrementAndGet();
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private void compare(KafkaStreams.State state, Asked.Reply ready, Asked.Reply live) {
        boolean right = switch (state) {
            case CREATED, NOT_RUNNING, ERROR -> ready.code() == 0 && live.code() == 0;
            case REBALANCING -> // it opens its port a moment later
                (ready.code() == 0 || ready.code() == 503 && ready.text().contains("REBALANCING"))
                        && (live.code() == 0 || live.code() == 200);
            case RUNNING ->
                live.code() == 200
                        && (ready.code() == 200
                                || ready.code() == 503 && !ready.text().contains("in phase RUNNING"));
            case PENDING_SHUTDOWN -> ready.code() != 200;
            case PENDING_ERROR -> ready.code() != 200 && live.code() != 200;
        };
        if (!right) {
            wrong.add(state + ": " + ready + ", " + live);
        }
    }

    Asked asked() {
        return asked;
    }

    /** What was answered wrongly. */
    List<String> wrong() {
        return wrong;
    }

    int questions() {
        return questions.get();
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException end) {
            throw new AssertionError("interrupted", end);
        }
        asked.close();
    }
}
