/** State stores as data: suppliers, builders and what they describe. The stores themselves are the engine's. */
package org.stoatflow.stores;
