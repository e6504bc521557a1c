/** The demo's application on Kafka Streams. */
package org.stoatflow.examples.demo.kafkastreams;
