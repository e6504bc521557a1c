package org.stoatflow.streams.state;

import org.apache.kafka.common.utils.Bytes;

/** Makes session stores of bytes. A put of null deletes; what is deleted is not in the result of a range. */
public interface SessionBytesStoreSupplier extends StoreSupplier<SessionStore<Bytes, byte[]>> {
    /**
     * How much time the sessions of one segment cover. Sessions leave the store by whole segments.
     *
     * @return milliseconds
     */
    long segmentIntervalMs();

    /**
     * For how long after its end a session is kept, in the time of the sessions that are put.
     *
     * @return milliseconds
     */
    long retentionPeriod();
}
