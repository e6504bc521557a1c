/** The clock: the only place from which the engine reads the time. */
package org.stoatflow.kernel.time;
