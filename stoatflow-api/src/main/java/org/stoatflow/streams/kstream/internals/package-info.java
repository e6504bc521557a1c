/** Windows that users construct, under the names that they have in Kafka Streams. */
package org.stoatflow.streams.kstream.internals;
