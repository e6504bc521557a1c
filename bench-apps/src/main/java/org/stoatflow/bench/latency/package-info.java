/**
 * Measures how long a reader waits for the output, and which resources the application needs, beside Kafka Streams on
 * the same broker: {@code ./stoatflow latency}.
 */
package org.stoatflow.bench.latency;
