/** What lanes count, by plain stores of one writer. */
package org.stoatflow.kernel.counters;
