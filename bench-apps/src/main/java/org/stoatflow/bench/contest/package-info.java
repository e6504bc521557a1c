/** {@code ./stoatflow bench}: a scenario on Kafka Streams and on StoatFlow in turn, and what may be claimed of it. */
package org.stoatflow.bench.contest;
