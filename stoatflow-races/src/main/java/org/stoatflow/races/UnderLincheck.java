package org.stoatflow.races;

/** A JVM of its own for Lincheck, which changes the classes of all of it: number of attempts, then proofs. */
final class UnderLincheck {
    /** Printed at the end, whatever was found. */
    static final String DONE = "Lincheck is done.";

    private UnderLincheck() {}

    @SuppressWarnings("checkstyle:exit") // the command's own process
    public static void main(String[] args) throws ReflectiveOperationException {
        Explorer.requireSight();
        int attempts = Integer.parseInt(args[0]);
        int forbidden = 0;
        for (int i = 1; i < args.length; i++) {
            Proof proof = Class.forName(args[i])
                    .asSubclass(Proof.class)
                    .getConstructor()
                    .newInstance();
            String found = Explorer.explore(proof, attempts);
            System.out.println(
                    proof.name() + ": " + (found == null ? "holds in " + attempts + " attempts of Lincheck" : found));
            forbidden += found == null ? 0 : 1;
        }
        System.out.println(DONE);
        System.exit(Math.min(forbidden, 1));
    }
}
