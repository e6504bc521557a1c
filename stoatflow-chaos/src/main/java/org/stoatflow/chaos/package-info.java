/**
 * Runs an application in processes of its own on a real local Kafka, kills, freezes and fences it, stops its brokers,
 * feeds it records that fail and block, and compares what a {@code read_committed} reader sees with the input.
 */
@org.jspecify.annotations.NullMarked
package org.stoatflow.chaos;
