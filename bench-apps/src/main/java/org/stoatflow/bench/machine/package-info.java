/** Watches what else the machine does while benchmarks run on it. */
package org.stoatflow.bench.machine;
