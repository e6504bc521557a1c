/** Functions that block and records that fail, on a real local broker: {@code ./stoatflow blocking}. */
package org.stoatflow.bench.blocking;
