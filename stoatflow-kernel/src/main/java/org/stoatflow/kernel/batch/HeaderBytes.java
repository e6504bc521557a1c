package org.stoatflow.kernel.batch;

import org.apache.kafka.common.header.Headers;
import org.stoatflow.record.CopyOnWriteHeaders;

/**
 * The memory that headers hold. Measuring headers reads them. Until they are read, the client's headers point into the
 * fetched response, and a single header keeps a response of many megabytes in memory.
 */
public final class HeaderBytes {
    private HeaderBytes() {}

    /** Makes no object if there are no headers. */
    public static long of(Headers headers) {
        return CopyOnWriteHeaders.of(headers).bytes();
    }
}
