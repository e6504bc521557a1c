/** The engine on a seeded single-thread schedule over an in-memory Kafka with faults (docs/DESIGN.md, "Testing"). */
@NullMarked
package org.stoatflow.simulation;

import org.jspecify.annotations.NullMarked;
