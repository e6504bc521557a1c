/**
 * A deterministic in-memory model of Kafka behind the real client interfaces.
 *
 * <p>Thread rule: everything here belongs to one thread. Nothing blocks, starts a thread, or reads a clock or a random
 * source of its own; a call that would wait in a real client advances the {@link ClusterClock} instead.
 */
package org.stoatflow.memorykafka;
