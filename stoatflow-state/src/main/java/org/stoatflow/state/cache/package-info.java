/** Record caches, which hold back the writes of a store and merge them. */
@NullMarked
package org.stoatflow.state.cache;

import org.jspecify.annotations.NullMarked;
