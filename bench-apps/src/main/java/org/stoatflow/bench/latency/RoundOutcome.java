package org.stoatflow.bench.latency;

import org.stoatflow.bench.role.ConsumerResult;

/**
 * What one round gave.
 *
 * @param output what the latency consumer found
 * @param generatorLateNs how long after its slot the latest record was sent
 */
public record RoundOutcome(Cell cell, Arm arm, ConsumerResult output, RoundUsage usage, long generatorLateNs) {}
