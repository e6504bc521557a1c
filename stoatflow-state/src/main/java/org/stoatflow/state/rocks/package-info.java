/** State on disk, in one RocksDB. */
package org.stoatflow.state.rocks;
