/** What the engine itself costs for each record, without Kafka clients: JMH. */
package org.stoatflow.bench.lane;
