package org.stoatflow.races;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jspecify.annotations.Nullable;

/**
 * Runs a proof under the model checker of Lincheck, which lets one thread go at a time, and switches at every access
 * that threads share: other places in each attempt.
 */
final class Explorer {
    private static final int CANARY_ATTEMPTS = 50;

    private Explorer() {}

    /**
     * Attempts the proof so many times.
     *
     * @return null, or what was forbidden, with the steps that led to it
     */
    static @Nullable String explore(Proof proof, int attempts) {
        proof.attempt(); // initializes classes, which is no part of what is proved, and of which Lincheck loses track
        try {
            Lincheck.runConcurrentTest(attempts, proof::attempt);
            return null;
        } catch (LincheckAssertionError forbidden) {
            return String.valueOf(forbidden.getMessage());
        }
    }

    /**
     * Whether it sees what it must. On a JDK whose class files its bytecode library does not read, Lincheck changes no
     * class, says nothing, and finds every proof to hold.
     */
    static void requireSight() {
        if (explore(new LostUpdate(), CANARY_ATTEMPTS) == null) {
            throw new IllegalStateException("Lincheck does not see a lost update on Java " + Runtime.version()
                    + ": its ASM is too old for this JDK's class files");
        }
    }

    /** Two that add one by a read and a write. */
    private static final class LostUpdate implements Proof {
        @Override
        public void attempt() {
            AtomicInteger sum = new AtomicInteger();
            Runnable add = () -> sum.set(sum.get() + 1);
            Together.run(add, add);
            ForbiddenOutcome.when(sum.get() != 2, "an update is lost");
        }
    }
}
