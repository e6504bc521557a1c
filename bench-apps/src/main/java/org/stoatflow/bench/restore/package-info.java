/** Restores tables from filled changelogs, beside Kafka Streams and beside consumers that only read. */
package org.stoatflow.bench.restore;
