/** What reads of stores and the apply of an epoch cost, through the stores that processors are given: JMH. */
package org.stoatflow.bench.state;
