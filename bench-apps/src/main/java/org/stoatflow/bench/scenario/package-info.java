/**
 * The programs that are measured: of each its topics, its topology, its input and the check of its output, in one file.
 * The package is loaded once for each library, so it names nothing of another package of this module.
 */
package org.stoatflow.bench.scenario;
