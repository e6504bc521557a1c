/**
 * A lane's uncommitted writes to a store, and the store's rows as the lane sees them: overlays above what is committed.
 */
package org.stoatflow.state.overlay;
