/** What the benchmarks that JMH runs have in common. */
package org.stoatflow.bench.jmh;
