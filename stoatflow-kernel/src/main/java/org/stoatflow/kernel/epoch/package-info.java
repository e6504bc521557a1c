/**
 * Epochs: counters of outstanding work for each entry, closing and completion, cutting and cadence
 * (docs/DESIGN.md, "Epochs"). Plain logic: no threads, clocks or Kafka clients in here.
 */
package org.stoatflow.kernel.epoch;
