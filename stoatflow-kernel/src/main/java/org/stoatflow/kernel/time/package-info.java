/** The clock, the only place from which the engine reads the time; and what looks at how long something lasts. */
package org.stoatflow.kernel.time;
