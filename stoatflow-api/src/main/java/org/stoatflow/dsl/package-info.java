/** Builds the graph of streams and tables, and writes it to a topology. What then runs is in {@code operator}. */
package org.stoatflow.dsl;
