/** What the facade and the engine say to each other: how one finds the other, starts it, and hears of it. */
package org.stoatflow.spi;
