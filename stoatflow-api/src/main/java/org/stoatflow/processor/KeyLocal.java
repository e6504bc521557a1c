package org.stoatflow.processor;

/**
 * Declares that a processor works for each key by itself, so that its stage may run by key, on any number of lanes. To
 * be implemented by the supplier of a processor or fixed-key processor, or by the processor's class.
 *
 * <p>The promise, for each record that the processor is given:
 *
 * <ul>
 *   <li>In its stores it reads and writes rows of the record's own key only: no record with another key uses the same
 *       rows. A row's key may have more in it than the record's key, and a range or prefix scan may stay within such
 *       rows.
 *   <li>It forwards records with the key that it was given.
 *   <li>It schedules no punctuators, since there is no lane that has all keys of a partition.
 *   <li>What it keeps in fields, it keeps for each key by itself, or as something that may be lost: there is one
 *       processor for each lane, it sees the keys of that lane from all partitions, and the number of lanes may change
 *       with a restart.
 * </ul>
 *
 * <p>The engine finds some breaches and ends the application by an error that names the processor or the store: a
 * forwarded record with another key, a scan without bounds, a punctuator. It cannot find reads and writes of other
 * keys' rows.
 *
 * <p>It has no effect in a stage that runs by partition, for whatever reason; {@code ./stoatflow explain} prints it.
 */
public interface KeyLocal {}
