package org.stoatflow.bench.queries;

import org.stoatflow.bench.latency.Latencies;

/**
 * What one round gave.
 *
 * @param outputs of the application, a second
 * @param gets reads by {@code store(...).get}
 * @param queries reads by {@code query}
 * @param load the machine's load average at the end
 */
record QueriesResult(
        Readers readers, Latencies latencies, double outputs, PointReads gets, PointReads queries, double load) {}
