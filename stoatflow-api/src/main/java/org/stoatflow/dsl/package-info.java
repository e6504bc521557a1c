/**
 * Builds the graph of streams and tables, and writes it to a topology. {@code operator} has the processors that then
 * run.
 */
package org.stoatflow.dsl;
