/** Kit of the real-broker tests: topics, feeds, groups, waits, and applications of ours and of Kafka Streams. */
package org.stoatflow.kernel.testkit;
