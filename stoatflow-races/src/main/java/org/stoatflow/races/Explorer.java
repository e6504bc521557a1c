package org.stoatflow.races;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jspecify.annotations.Nullable;

/**
 * Runs a proof under the model checker of Lincheck, which lets one thread run at a time. It switches threads at
 * accesses to what they share, at other places in each attempt.
 */
final class Explorer {
    private static final int CANARY_ATTEMPTS = 50;

    private Explorer() {}

    /**
     * Attempts the proof this many times.
     *
     * @return the forbidden outcome with the steps that led to it, or null
     */
    static @Nullable String explore(Proof proof, int attempts) {
        proof.attempt(); // initializes classes: this is not part of the proof, and Lincheck loses track of it
        try {
            Lincheck.runConcurrentTest(attempts, proof::attempt);
            return null;
        } catch (LincheckAssertionError forbidden) {
            return String.valueOf(forbidden.getMessage());
        }
    }

    /**
     * Requires that Lincheck finds a known race. On a JDK whose class files its bytecode library cannot read, Lincheck
     * changes no class, reports nothing, and finds that every proof holds.
     */
    static void requireSight() {
        if (explore(new LostUpdate(), CANARY_ATTEMPTS) == null) {
            throw new IllegalStateException("Lincheck does not see a lost update on Java " + Runtime.version()
                    + ": its ASM is too old for this JDK's class files");
        }
    }

    /** Two threads that each add one by a read and a write. */
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
