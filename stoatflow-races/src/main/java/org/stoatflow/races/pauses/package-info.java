/**
 * The real engine on its real threads, over the modelled Kafka, with pauses between two accesses to what threads share:
 * what the engine's own classes call, and what they take for Kafka.
 */
package org.stoatflow.races.pauses;
