/** What libraries call of how Kafka Streams' handlers of errors make dead letters. */
package org.stoatflow.streams.errors.internals;
