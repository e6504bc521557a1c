package org.stoatflow.races.turns;

/** Chooses the thread that goes on, at each place where more than one thread could. */
interface Schedule {
    /**
     * Chooses at one place.
     *
     * @param options how many threads could go on; 0 stands for the running thread, if that can go on
     * @param free whether the choice is no preemption, since the thread that ran cannot go on
     * @return a number from 0 to {@code options} - 1
     */
    int choose(int options, boolean free);
}
