package org.stoatflow.simulation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets a process die within a call: before the call reaches the outside, or after that and before the engine sees the
 * answer. Once the process is dead, no call reaches the outside, so unwinding code has no effect.
 */
final class Crash {
    /**
     * Unwinds the steps of a dead process. The engine should not catch it; the simulation looks at {@link #isDead}
     * after each step.
     */
    static final class Dead extends Error {
        private static final long serialVersionUID = 1L;

        Dead() {
            super("the process is dead", null, false, false);
        }
    }

    private final Runnable kill;
    private final Runnable onStrike;
    private @Nullable OutsideCall fatalCall;
    private boolean after;
    private int callsLeft;
    private boolean dead;

    /** The calls by which a process acts outside of itself. */
    enum OutsideCall {
        INIT,
        SEND,
        FLUSH,
        OFFSETS,
        COMMIT,
        ABORT,
        APPLY
    }

    /**
     * @param kill crashes the process's clients
     * @param onStrike is run before a process dies within a call
     */
    Crash(Runnable kill, Runnable onStrike) {
        this.kill = kill;
        this.onStrike = onStrike;
    }

    /** Lets the process die at a coming call. */
    void at(OutsideCall newFatalCall, int calls, boolean afterEffect) {
        fatalCall = newFatalCall;
        callsLeft = calls;
        after = afterEffect;
    }

    void disarm() {
        fatalCall = null;
    }

    boolean isDead() {
        return dead;
    }

    /** The process dies, or has died. */
    void die() {
        if (!dead) {
            dead = true;
            kill.run();
        }
    }

    /** Makes a call to the outside. */
    void pass(OutsideCall through, Runnable call) {
        boolean _ = answer(through, () -> {
            call.run();
            return true;
        });
    }

    /** Makes a call to the outside that has an answer. */
    <T> T answer(OutsideCall through, Supplier<T> call) {
        requireAlive();
        boolean strikes = through == fatalCall && --callsLeft <= 0;
        if (strikes && !after) {
            dieHere();
        }
        T answer = call.get();
        if (strikes) {
            dieHere();
        }
        return answer;
    }

    private void dieHere() {
        fatalCall = null;
        onStrike.run();
        die();
        throw new Dead();
    }

    private void requireAlive() {
        if (dead) {
            throw new Dead();
        }
    }
}
