/** Watches what else the machine does while benchmarks run on it. */
@org.jspecify.annotations.NullMarked
package org.stoatflow.bench.machine;
