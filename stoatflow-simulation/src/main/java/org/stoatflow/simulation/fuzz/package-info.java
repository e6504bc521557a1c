/**
 * Gives arbitrary bytes, and bytes that were valid before something happened to them, to all that reads bytes of
 * others: what it cannot read is refused with a message that names the place, and takes no memory to speak of.
 */
package org.stoatflow.simulation.fuzz;
