/** What the engine asks of the Kafka cluster besides reading and writing: topics, and membership of the group. */
package org.stoatflow.runtime.cluster;
