/**
 * A lane's uncommitted writes to a store, and the store's rows as the lane sees them: overlays above what is committed.
 */
@NullMarked
package org.stoatflow.state.overlay;

import org.jspecify.annotations.NullMarked;
