/** What the machine that benchmarks run on does beside them. */
@org.jspecify.annotations.NullMarked
package org.stoatflow.bench.machine;
