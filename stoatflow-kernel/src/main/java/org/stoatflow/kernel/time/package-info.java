/** The engine's only way to the time. */
package org.stoatflow.kernel.time;
