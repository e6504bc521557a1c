/**
 * State: committed rows in an engine (RocksDB or memory), the lanes' uncommitted writes in overlays above it, and the
 * typed stores that processors use. This package holds what the packages within agree on.
 */
package org.stoatflow.state;
