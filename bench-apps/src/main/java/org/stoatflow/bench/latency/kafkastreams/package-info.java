/** The measured programs on Kafka Streams: the same source but for package and imports. */
package org.stoatflow.bench.latency.kafkastreams;
