/**
 * What interactive queries cost, and what they cost processing, on a real local broker: {@code ./stoatflow
 * bench-queries}.
 */
package org.stoatflow.bench.queries;
