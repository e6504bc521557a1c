/** Measures how fast a filled topic is drained, and how much memory that takes, beside Kafka Streams. */
package org.stoatflow.bench.drain;
