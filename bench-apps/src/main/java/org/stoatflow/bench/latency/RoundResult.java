package org.stoatflow.bench.latency;

/**
 * The results of one round.
 *
 * @param round from 1
 * @param surplus outputs that came twice; at-least-once only
 */
record RoundResult(
        Scenario scenario, Library library, int round, Latencies latencies, RoundUsage usage, long surplus) {}
