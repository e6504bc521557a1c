/** The interfaces between the facade and the engine: how the facade finds the engine, starts it, and hears of it. */
package org.stoatflow.spi;
