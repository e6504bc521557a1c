/**
 * The engine without Kafka clients and threads. {@link org.stoatflow.kernel.Kernel} is its one entrance: records and
 * time are offered, epochs are cut, lanes are stepped, and complete epochs come out.
 */
package org.stoatflow.kernel;
