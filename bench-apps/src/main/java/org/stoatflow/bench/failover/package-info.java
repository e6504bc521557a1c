/** What a fail-over takes: after a kill and after an orderly end, with and without a standby, beside Kafka Streams. */
package org.stoatflow.bench.failover;
