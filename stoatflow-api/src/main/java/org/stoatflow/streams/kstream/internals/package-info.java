/**
 * Windows that users construct, under the names that they have in Kafka Streams; and what the DSL reads of a
 * {@link org.stoatflow.streams.kstream.Suppressed}.
 */
package org.stoatflow.streams.kstream.internals;
