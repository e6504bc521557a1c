/** State stores as data: suppliers, builders and their descriptions. The engine makes the stores themselves. */
package org.stoatflow.stores;
