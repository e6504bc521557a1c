/**
 * Runs an application in processes of its own on a real local Kafka. It kills, freezes and fences these processes,
 * stops the brokers, and feeds records that fail and block. Then it compares with the input what a {@code
 * read_committed} reader sees.
 */
package org.stoatflow.chaos;
