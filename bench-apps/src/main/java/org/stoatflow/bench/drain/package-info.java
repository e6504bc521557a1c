/** How fast a filled topic is drained, and what memory that takes, beside Kafka Streams. */
package org.stoatflow.bench.drain;
