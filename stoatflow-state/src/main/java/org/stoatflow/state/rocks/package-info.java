/** State on disk, in one RocksDB. */
@NullMarked
package org.stoatflow.state.rocks;

import org.jspecify.annotations.NullMarked;
