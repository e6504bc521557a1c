/**
 * What a reader of the output waits for, and what the application needs for it, beside Kafka Streams on the same
 * broker: {@code ./stoatflow latency}.
 */
package org.stoatflow.bench.latency;
