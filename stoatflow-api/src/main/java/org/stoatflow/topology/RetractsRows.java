package org.stoatflow.topology;

/**
 * Marks a processor supplier whose processors tell other keys of what a table's row was before, so that these forget
 * it: a table that is grouped anew, or the left side of a join by foreign key. What the row was is read from a store
 * upstream, once: a record that comes again finds the new row there, and tells the former key nothing. So such a row
 * must not become durable before all that followed from it has.
 */
public interface RetractsRows {}
