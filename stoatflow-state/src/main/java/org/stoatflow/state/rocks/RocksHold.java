package org.stoatflow.state.rocks;

/** Native memory of a reader, which the close of the engine frees where the reader has not. */
interface RocksHold {
    /** Frees it. The caller is inside the engine's gate, or has closed it. */
    void release();
}
