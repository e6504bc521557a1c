/** What libraries name of how Kafka Streams assigns tasks, which does not happen here. */
package org.stoatflow.streams.processor.internals.assignment;
