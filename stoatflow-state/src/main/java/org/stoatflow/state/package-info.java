/**
 * State: committed rows in an engine (RocksDB or memory), the lanes' uncommitted writes in overlays above it, and the
 * typed stores that processors use. This package holds what the packages within agree on.
 */
@NullMarked
package org.stoatflow.state;

import org.jspecify.annotations.NullMarked;
