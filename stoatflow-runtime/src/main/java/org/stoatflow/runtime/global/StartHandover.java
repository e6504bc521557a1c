package org.stoatflow.runtime.global;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Who is told that global stores cannot be loaded: whoever waits for them in {@code start()}, or else the
 * uncaught-exception handler. One of the two is, whatever the one that waits does meanwhile.
 */
public final class StartHandover {
    /**
     * Shared. Written by: who starts the application leaves; the dispatcher's thread tells. Read by: both. Safe:
     * atomic, changed once: who comes second finds what the other has done. Proof: SharedFieldsTest.
     */
    private final AtomicReference<Start> start = new AtomicReference<>(Start.WAITING);

    private sealed interface Start {
        Start WAITING = new Waiting();

        record Waiting() implements Start {}

        record Left() implements Start {}

        record Told(GlobalFailure failure) implements Start {}
    }

    /** Nobody waits in a start. */
    public static StartHandover left() {
        StartHandover made = new StartHandover();
        made.leave();
        return made;
    }

    /** Who has started the application waits no longer, for whatever reason, unless a failure has been told. */
    public void leave() {
        start.compareAndSet(Start.WAITING, new Start.Left());
    }

    /**
     * Tells the start of a failure.
     *
     * @return false if nobody waits there, so that somebody else has to be told
     */
    public boolean tell(GlobalFailure failure) {
        return start.compareAndSet(Start.WAITING, new Start.Told(failure));
    }

    /** What the start was told. */
    public Optional<GlobalFailure> told() {
        return start.get() instanceof Start.Told told ? Optional.of(told.failure()) : Optional.empty();
    }
}
