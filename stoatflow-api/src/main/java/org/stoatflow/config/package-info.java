/** The settings of StoatFlow itself: the configuration keys that Kafka Streams does not have. */
package org.stoatflow.config;
