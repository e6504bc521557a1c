/** Runs a user's application on Kafka Streams and on the drop-in, and compares them: {@code bench --jar}. */
package org.stoatflow.bench.jar;
