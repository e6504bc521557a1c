/** The engine on a seeded single-thread schedule over an in-memory Kafka with faults (DESIGN §12). */
@NullMarked
package org.stoatflow.simulation;

import org.jspecify.annotations.NullMarked;
