package org.stoatflow.kernel.batch;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * What headers hold in memory. Asking for it reads them: until then the client's headers point into what was fetched,
 * and one of them keeps a response of many megabytes.
 */
public final class HeaderBytes {
    private static final int HEADER_OVERHEAD_BYTES = 112;

    private HeaderBytes() {}

    /** Makes no object where there are none. */
    public static long of(Headers headers) {
        long bytes = 0;
        for (Header header : headers.toArray()) {
            byte[] value = header.value();
            bytes += HEADER_OVERHEAD_BYTES + header.key().length() + (value == null ? 0 : value.length);
        }
        return bytes;
    }
}
