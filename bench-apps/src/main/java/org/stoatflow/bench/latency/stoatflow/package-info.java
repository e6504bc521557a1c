/** The measured programs on StoatFlow. */
package org.stoatflow.bench.latency.stoatflow;
