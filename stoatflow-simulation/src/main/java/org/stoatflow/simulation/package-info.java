/** The engine on a seeded single-thread schedule over an in-memory Kafka with faults (docs/DESIGN.md, "Testing"). */
package org.stoatflow.simulation;
