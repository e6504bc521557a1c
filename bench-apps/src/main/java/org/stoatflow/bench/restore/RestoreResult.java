package org.stoatflow.bench.restore;

/**
 * One restore, from the start of the JVM.
 *
 * @param seconds until the application runs
 * @param answerSeconds until a query of the last table gives the last row; not a number where nothing is kept
 * @param cpuSeconds processor time until then
 * @param residentMib the highest resident memory
 * @param diskWhileMib the most that was on disk while it was restored
 * @param diskAfterMib what is on disk after an orderly end
 */
record RestoreResult(
        Restorer restorer,
        double seconds,
        double answerSeconds,
        double cpuSeconds,
        double residentMib,
        double diskWhileMib,
        double diskAfterMib) {}
