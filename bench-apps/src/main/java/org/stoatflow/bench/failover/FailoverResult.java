package org.stoatflow.bench.failover;

/**
 * What one fail-over took, in seconds from the end of the owner on; not a number where it was not seen.
 *
 * @param detected until the other instance has begun to take over, by the state that it shows
 * @param running until it shows that it runs
 * @param firstOutput until the first output of an input that was written after that
 * @param caughtUp until outputs are no more than a second behind their inputs again
 */
record FailoverResult(
        Contender contender, Strike strike, double detected, double running, double firstOutput, double caughtUp) {}
