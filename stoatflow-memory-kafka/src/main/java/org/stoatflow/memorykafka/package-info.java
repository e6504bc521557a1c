/**
 * A deterministic in-memory model of Kafka behind the real client interfaces.
 *
 * <p>Thread rule: everything here belongs to the one thread of the simulation. Nothing blocks, starts a thread, or
 * reads a clock or a random source of its own; a call that would wait in a real client advances the {@link SimClock}
 * instead.
 */
package org.stoatflow.memorykafka;
