package org.stoatflow.races.turns;

/** Chooses who goes on at each place where more than one thread could. */
interface Schedule {
    /**
     * A place to choose.
     *
     * @param options how many threads could go on; 0 is the one that runs, if it can
     * @param free whether the choice costs nothing, since the one that ran cannot go on
     * @return from 0 to before {@code options}
     */
    int choose(int options, boolean free);
}
