package org.stoatflow.kernel.batch;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * The memory that headers hold. Measuring headers reads them. Until they are read, the client's headers point into the
 * fetched response, and a single header keeps a response of many megabytes in memory.
 */
public final class HeaderBytes {
    private static final int HEADER_OVERHEAD_BYTES = 112;

    private HeaderBytes() {}

    /** Makes no object if there are no headers. */
    public static long of(Headers headers) {
        long bytes = 0;
        for (Header header : headers.toArray()) {
            byte[] value = header.value();
            bytes += HEADER_OVERHEAD_BYTES + header.key().length() + (value == null ? 0 : value.length);
        }
        return bytes;
    }
}
