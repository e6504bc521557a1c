/** What libraries name of Kafka Streams' internals: each class says which library, and what for. */
package org.stoatflow.streams.processor.internals;
