/**
 * From the logical topology to stages: entries, lanes, affinities, hops and stores. The compiled plan is immutable
 * data, apart from what runs it (DESIGN §5).
 */
package org.stoatflow.kernel.plan;
