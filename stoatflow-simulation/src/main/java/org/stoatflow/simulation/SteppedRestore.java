package org.stoatflow.simulation;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.ChangelogRestorer;
import org.stoatflow.runtime.restoring.RestoreDriver;

/** A restore that the simulation steps. */
final class SteppedRestore implements RestoreDriver, Actor {
    private final String name;
    private final ChangelogRestorer restorer;
    private final Clock clock;
    private boolean done;
    private @Nullable Throwable failure;

    SteppedRestore(String name, ChangelogRestorer restorer, Clock clock) {
        this.name = name;
        this.restorer = restorer;
        this.clock = clock;
    }

    boolean isRunnable() {
        return !done;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String act() {
        try {
            done = !restorer.step(clock.millis());
        } catch (Crash.Dead dead) {
            throw dead;
        } catch (Throwable any) { // the root of the thread
            failure = any; // the lifecycle throws it
            done = true;
        }
        if (done) {
            close();
        }
        return done ? "done" : "restored";
    }

    @Override
    public boolean isDone() {
        return switch (failure) {
            case null -> done;
            case RuntimeException any -> throw any;
            case Error any -> throw any;
            case Throwable any -> throw new IllegalStateException(any);
        };
    }

    private void settle() {
        try {
            restorer.settle(clock.millis());
        } catch (Crash.Dead dead) {
            throw dead;
        } catch (Throwable any) {
            failure = failure == null ? any : failure;
        }
    }

    /** What a consumer throws at its end is the last that is heard of it. */
    private void close() {
        try {
            restorer.close();
        } catch (Throwable any) {
            failure = failure == null ? any : failure;
        }
    }

    @Override
    public void stop() {
        if (!done) {
            done = true;
            settle();
            close();
        }
    }
}
