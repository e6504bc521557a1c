/**
 * State: committed rows in an engine (RocksDB or memory), the lanes' uncommitted writes in overlays above it, and the
 * typed stores that processors use.
 */
@NullMarked
package org.stoatflow.state;

import org.jspecify.annotations.NullMarked;
