/**
 * The lifecycle of an application: start, run, failure, close. Threads, clocks and Kafka clients are wired here and
 * nowhere else.
 */
package org.stoatflow.runtime.engine;
