package org.stoatflow.runtime.source;

/**
 * What a run's dispatcher goes on with from the runs before.
 *
 * @param counters counts what it reads and hands out
 * @param amplification what is known of how input grows
 */
public record Learned(SourceCounters counters, SourceAmplification amplification) {}
