/** The counters of lanes. Each has one writer, which uses plain stores. */
package org.stoatflow.kernel.counters;
