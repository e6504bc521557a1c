/** Measures the engine: counters, meters of Micrometer, and metrics under Kafka Streams' names. */
package org.stoatflow.runtime.metrics;
