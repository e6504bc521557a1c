package org.stoatflow.streams.state;

import org.apache.kafka.common.utils.Bytes;

/** Makes window stores of bytes. A put of null deletes; what is deleted is not in the result of a range. */
public interface WindowBytesStoreSupplier extends StoreSupplier<WindowStore<Bytes, byte[]>> {
    /**
     * How much time the windows of one segment cover. Windows leave the store by whole segments.
     *
     * @return milliseconds
     */
    long segmentIntervalMs();

    /**
     * The length of the windows that are put into the store, from which their ends are computed.
     *
     * @return milliseconds
     */
    long windowSize();

    /**
     * Whether each put adds a row, also for a key and a window that has one.
     *
     * @return whether several values of a key and a window are kept
     */
    boolean retainDuplicates();

    /**
     * For how long after its start a window is kept, in the time of the windows that are put.
     *
     * @return milliseconds
     */
    long retentionPeriod();
}
