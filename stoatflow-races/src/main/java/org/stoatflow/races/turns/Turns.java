package org.stoatflow.races.turns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets one of several threads run at a time, as a {@link Schedule} chooses. Code loaded by {@link SeamLoader} calls
 * {@link #point} before every access to what threads share, and the methods here in place of those of {@code Thread}
 * and {@code LockSupport}.
 *
 * <p>Threads: the thread that has the turn writes; a semaphore hands the turn on.
 */
public final class Turns {
    private static final int POINTS_MAX = 2_000_000;
    private static volatile @Nullable Turns live;

    private final Schedule schedule;
    private final List<Turn> turns = new ArrayList<>();
    private final AtomicInteger alive = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Turn running;
    private volatile boolean aborted;
    private volatile @Nullable Throwable failure;
    private int points;

    /** What a thread is doing until its next turn. */
    private enum State {
        /** The thread could go on. */
        READY,
        /** The thread waits for a wake. */
        PARKED,
        /** The thread waits for a wake or for a time. */
        PARKED_FOR_A_TIME,
        /** The thread waits for another thread's end. */
        JOINING,
        /** The thread waits for another thread's end or for a time. */
        JOINING_FOR_A_TIME,
        /** The thread has ended. */
        ENDED
    }

    private static final class Turn {
        private final Thread thread;
        private final Semaphore go = new Semaphore(0);
        private State state = State.READY;
        private boolean started;
        private boolean permit;
        private int monitors;
        private @Nullable Turn joined;

        Turn(Thread thread) {
            this.thread = thread;
        }
    }

    /** Ends a thread whose attempt is over. */
    private static final class Aborted extends Error {
        private static final long serialVersionUID = 1L;

        Aborted() {
            super("the attempt is over", null, false, false);
        }
    }

    private Turns(Schedule schedule, Runnable body) {
        this.schedule = schedule;
        Thread first = Thread.ofVirtual().name("first").unstarted(() -> {
            try {
                body.run();
            } catch (Aborted end) {
                // reported already
            } catch (Throwable failed) { // the root of the thread
                failure = failed;
            }
        });
        this.running = add(first);
    }

    /** Runs the body and all threads that it starts. Throws what one of them throws, or that no thread can go on. */
    static void run(Schedule schedule, Runnable body) throws Throwable {
        Turns turns = new Turns(schedule, body);
        live = turns;
        turns.begin(turns.running);
        turns.over.await();
        live = null;
        Throwable failed = turns.failure;
        if (failed != null) {
            throw failed;
        }
    }

    /** Whether the current thread takes turns. */
    public static boolean isMine() {
        return mine() != null;
    }

    // ---- called by rewritten classes

    /** A place where the turn may go to another thread. */
    public static void point() {
        Turns turns = mine();
        if (turns != null) {
            turns.at();
        }
    }

    /** In place of {@code Thread.onSpinWait}: a thread that spins waits for another thread, which goes on first. */
    public static void spin() {
        Turns turns = mine();
        if (turns != null && turns.running.monitors == 0) {
            turns.at();
            turns.handTo(turns.chosen(null));
        }
    }

    /** In place of {@code Thread.start}. */
    public static void start(Thread thread) {
        Turns turns = mine();
        if (turns == null) {
            thread.start();
        } else {
            turns.add(thread);
            turns.at();
        }
    }

    /** In place of {@code Thread.join}. */
    public static void join(Thread thread) throws InterruptedException {
        Turns turns = mine();
        if (turns == null) {
            thread.join();
        } else {
            turns.awaitEnd(thread, State.JOINING);
        }
    }

    /** In place of {@code Thread.join}. */
    public static boolean join(Thread thread, Duration time) throws InterruptedException {
        Turns turns = mine();
        return turns == null ? thread.join(time) : turns.awaitEnd(thread, State.JOINING_FOR_A_TIME);
    }

    /** In place of {@code LockSupport.park}. */
    public static void park(Object blocker) {
        Turns turns = mine();
        if (turns == null) {
            LockSupport.park(blocker);
        } else {
            turns.sleep(State.PARKED);
        }
    }

    /** In place of {@code LockSupport.parkNanos}. */
    public static void parkNanos(Object blocker, long timeNs) {
        Turns turns = mine();
        if (turns == null) {
            LockSupport.parkNanos(blocker, timeNs);
        } else {
            turns.sleep(State.PARKED_FOR_A_TIME);
        }
    }

    /** In place of {@code LockSupport.parkNanos}. */
    public static void parkNanos(long timeNs) {
        parkNanos(Turns.class, timeNs);
    }

    /** In place of {@code LockSupport.unpark}. */
    public static void unpark(@Nullable Thread thread) {
        Turns turns = mine();
        if (turns == null) {
            LockSupport.unpark(thread);
        } else {
            turns.at();
            turns.wake(thread);
        }
    }

    /**
     * The thread enters a monitor. Until it leaves the monitor no other thread runs, or all could wait for the monitor.
     */
    public static void entered() {
        Turns turns = mine();
        if (turns != null) {
            turns.running.monitors++;
        }
    }

    /** The thread leaves a monitor. */
    public static void left() {
        Turns turns = mine();
        if (turns != null) {
            turns.running.monitors--;
        }
    }

    private static @Nullable Turns mine() {
        Turns turns = live;
        if (turns == null) {
            return null;
        }
        if (turns.aborted && turns.knows(Thread.currentThread())) {
            throw new Aborted();
        }
        return turns.running.thread.equals(Thread.currentThread()) ? turns : null;
    }

    private boolean knows(Thread thread) {
        return turns.stream().anyMatch(turn -> turn.thread.equals(thread));
    }

    // ---- called by the thread that has the turn

    private Turn add(Thread thread) {
        Turn turn = new Turn(thread);
        turns.add(turn);
        return turn;
    }

    private void at() {
        points++;
        if (points > POINTS_MAX) {
            fail("no end after " + points + " steps: " + describe());
            throw new Aborted();
        }
        if (running.monitors == 0) {
            handTo(chosen(running));
        }
    }

    private void sleep(State state) {
        at();
        Turn me = running;
        if (!me.permit) {
            me.state = state;
            handOn();
        }
        me.permit = false;
    }

    private void wake(@Nullable Thread thread) {
        for (Turn turn : turns) {
            if (turn.thread.equals(thread)) {
                boolean parked = turn.state == State.PARKED || turn.state == State.PARKED_FOR_A_TIME;
                turn.permit = true;
                turn.state = parked ? State.READY : turn.state;
            }
        }
    }

    private boolean awaitEnd(Thread thread, State state) {
        at();
        Turn me = running;
        for (Turn turn : turns) {
            if (turn.thread.equals(thread)) {
                if (turn.state != State.ENDED) {
                    me.joined = turn;
                    me.state = state;
                    handOn();
                }
                return turn.state == State.ENDED;
            }
        }
        return true; // the thread was never started
    }

    /** Hands the turn on, since the thread that has it cannot go on. */
    private void handOn() {
        Turn next = chosen(null);
        if (next == null) {
            fail("stands still, nobody can go on: " + describe());
            throw new Aborted();
        }
        handTo(next);
    }

    private @Nullable Turn chosen(@Nullable Turn current) {
        List<Turn> ready = new ArrayList<>();
        if (current != null) {
            ready.add(current);
        }
        for (Turn turn : turns) {
            if (turn.state == State.READY && turn != current && turn != running) {
                ready.add(turn);
            }
        }
        if (ready.isEmpty()) {
            return timedOut();
        }
        return ready.get(ready.size() == 1 ? 0 : schedule.choose(ready.size(), current == null));
    }

    /**
     * Lets the first thread go on that waits for a time; null if there is none. Time passes only if no thread can go on
     * otherwise.
     */
    private @Nullable Turn timedOut() {
        for (Turn turn : turns) {
            if (turn.state == State.PARKED_FOR_A_TIME || turn.state == State.JOINING_FOR_A_TIME) {
                turn.state = State.READY;
                return turn;
            }
        }
        return null;
    }

    private void handTo(@Nullable Turn next) {
        Turn me = running;
        if (next == null || next == me) {
            return;
        }
        running = next;
        begin(next);
        me.go.acquireUninterruptibly();
        if (aborted) {
            throw new Aborted();
        }
    }

    private void begin(Turn next) {
        if (next.started) {
            next.go.release();
            return;
        }
        next.started = true;
        alive.incrementAndGet();
        next.thread.setUncaughtExceptionHandler((thread, thrown) -> {
            if (!(thrown instanceof Aborted) && failure == null) {
                failure = thrown;
            }
        });
        next.thread.start();
        Thread.startVirtualThread(() -> watch(next));
    }

    private void watch(Turn turn) {
        try {
            turn.thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("nobody interrupts this", interrupted);
        }
        onEnd(turn);
    }

    private void onEnd(Turn turn) {
        turn.state = State.ENDED;
        if (!aborted) {
            for (Turn other : turns) {
                if (other.joined == turn) {
                    other.joined = null;
                    other.state = State.READY;
                }
            }
            if (failure != null) {
                abort();
            } else {
                handOnAfter();
            }
        }
        if (alive.decrementAndGet() == 0) { // a thread that has the turn is alive
            over.countDown();
        }
    }

    private void handOnAfter() {
        Turn next = chosen(null);
        if (next != null) {
            running = next;
            begin(next);
        } else if (turns.stream().anyMatch(each -> each.state != State.ENDED)) {
            fail("stands still, nobody can go on: " + describe());
        }
    }

    private void fail(String why) {
        failure = new IllegalStateException(why);
        abort();
    }

    private void abort() {
        aborted = true;
        turns.forEach(turn -> turn.go.release());
    }

    private String describe() {
        return turns.stream()
                .map(turn -> turn.thread.getName() + " " + turn.state)
                .collect(Collectors.joining(", "));
    }
}
