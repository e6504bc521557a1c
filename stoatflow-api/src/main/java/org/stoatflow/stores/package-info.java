/** Descriptions of the built-in state stores; the stores themselves are the engine's. */
package org.stoatflow.stores;
