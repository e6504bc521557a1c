/**
 * The real engine on its real threads, over the modelled Kafka, with pauses between two accesses to what threads share.
 * The package holds what the rewritten classes call, and what the engine takes for Kafka.
 */
package org.stoatflow.races.pauses;
