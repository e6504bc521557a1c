/** Record caches, which hold back the writes of a store and merge them. */
package org.stoatflow.state.cache;
