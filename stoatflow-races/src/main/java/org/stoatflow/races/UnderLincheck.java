package org.stoatflow.races;

import java.util.concurrent.TimeUnit;

/**
 * The main class of a JVM of its own for Lincheck, which changes all classes of its JVM. The arguments are the seconds
 * for each proof, and the names of the proofs.
 */
final class UnderLincheck {
    /** The line that is printed at the end, whatever Lincheck has found. */
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
     * Explores a proof in rounds, since Lincheck takes no limit of time and begins anew with each call. Each round has
     * twice as many attempts as the previous one. A round is run if it is likely to fit into the time; the first round
     * is always run.
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
