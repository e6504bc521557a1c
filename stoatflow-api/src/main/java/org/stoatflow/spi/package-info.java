/** Doors between the API, which users see, and the engine, which they do not. */
package org.stoatflow.spi;
