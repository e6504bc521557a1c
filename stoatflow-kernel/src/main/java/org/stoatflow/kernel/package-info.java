/**
 * The engine without Kafka clients and threads. {@link org.stoatflow.kernel.Kernel} is its one entrance: a driver
 * offers records and time, cuts epochs, steps lanes, and takes complete epochs.
 */
package org.stoatflow.kernel;
