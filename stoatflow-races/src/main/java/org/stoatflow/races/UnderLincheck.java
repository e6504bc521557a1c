package org.stoatflow.races;

import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own for Lincheck, which changes the classes of all of it. Its arguments are the seconds for each proof,
 * and the names of the proofs.
 */
final class UnderLincheck {
    /** Printed at the end, whatever was found. */
    static final String DONE = "Lincheck is done.";

    private static final int ATTEMPTS_FIRST = 32;

    private UnderLincheck() {}

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) throws ReflectiveOperationException {
        Explorer.requireSight();
        long eachNs = TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
        boolean clean = true;
        for (int i = 1; i < args.length; i++) {
            Proof proof = Class.forName(args[i])
                    .asSubclass(Proof.class)
                    .getConstructor()
                    .newInstance();
            clean &= explore(proof, eachNs);
        }
        System.out.println(DONE);
        System.exit(clean ? 0 : 1);
    }

    /**
     * In rounds, each of twice as many attempts as the one before, since Lincheck begins anew each time and takes no
     * limit of time: as long as the next round is likely to fit. The first round is done however busy the machine is.
     */
    private static boolean explore(Proof proof, long eachNs) {
        long beginNs = System.nanoTime();
        int attempts = ATTEMPTS_FIRST;
        while (true) {
            long roundNs = System.nanoTime();
            String found = Explorer.explore(proof, attempts);
            if (found != null) {
                System.out.println(proof.name() + ": " + found);
                return false;
            }
            long nowNs = System.nanoTime();
            if (nowNs - beginNs + 2 * (nowNs - roundNs) > eachNs) {
                System.out.println(proof.name() + ": holds in " + attempts + " attempts of Lincheck");
                return true;
            }
            attempts *= 2;
        }
    }
}
