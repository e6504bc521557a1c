package org.stoatflow.kernel.outbox;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.record.CopyOnWriteHeaders;

/**
 * The headers of the dead letters of one attempt. Records fail together, as where their topic is gone, and all of their
 * letters say why: many times as much as the records themselves. So a header that is equal to the one of that name
 * before it is kept once. Owner: the committer's thread.
 */
public final class LetterHeaders {
    private static final int NAMES_MAX = 32;

    private final Map<String, Header> last = new HashMap<>(); // by name

    /** Copies of a letter's headers, which nobody may change. */
    CopyOnWriteHeaders of(ProducerRecord<byte[], byte[]> letter) {
        Header[] headers = letter.headers().toArray();
        Header[] copies = new Header[headers.length];
        for (int i = 0; i < headers.length; i++) {
            copies[i] = copy(headers[i].key(), headers[i].value());
        }
        return CopyOnWriteHeaders.of(new RecordHeaders(copies));
    }

    private Header copy(String name, byte @Nullable [] value) {
        Header before = last.get(name);
        if (before != null && Arrays.equals(before.value(), value)) {
            return before;
        }
        Header made = new RecordHeader(before == null ? name : before.key(), value == null ? null : value.clone());
        if (before != null || last.size() < NAMES_MAX) {
            last.put(made.key(), made);
        }
        return made;
    }
}
