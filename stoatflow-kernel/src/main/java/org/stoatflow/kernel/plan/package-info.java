/**
 * From the logical topology to stages: entries, lanes, affinities, hops and stores. The compiled plan is immutable
 * data, apart from what runs it (docs/DESIGN.md, "Plan").
 */
package org.stoatflow.kernel.plan;
