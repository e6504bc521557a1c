package org.stoatflow.bench.latency;

import org.stoatflow.bench.role.ConsumerResult;
import org.stoatflow.bench.role.RoleFailure;

/**
 * The results of one round.
 *
 * @param round from 1
 * @param surplus outputs that came twice; at-least-once only
 */
record RoundResult(Cell cell, Library library, int round, Latencies latencies, RoundUsage usage, long surplus) {
    static RoundResult of(RoundOutcome outcome, int round) throws RoleFailure {
        return new RoundResult(
                outcome.cell(),
                outcome.arm().library(),
                round,
                Latencies.of(
                        ConsumerResult.decoded(outcome.output().cold()),
                        outcome.output().micros()),
                outcome.usage(),
                outcome.output().surplus());
    }
}
