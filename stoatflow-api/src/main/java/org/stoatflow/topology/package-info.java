/** The logical topology as plain immutable data: what the builders produce and the engine plans from. */
package org.stoatflow.topology;
