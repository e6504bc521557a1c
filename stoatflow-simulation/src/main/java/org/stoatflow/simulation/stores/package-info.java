/** Stores of each kind beside sorted maps: random operations, with rollbacks, commits, aborts and crashes. */
package org.stoatflow.simulation.stores;
