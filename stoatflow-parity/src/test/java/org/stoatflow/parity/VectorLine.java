package org.stoatflow.parity;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record in a file of vectors: what it is there, its topic, key, value, timestamp and headers. Keys and values of
 * input and output are text, those of changelogs and internal topics are hexadecimal, as are the values of headers. A
 * dash stands for null.
 *
 * @param kind what the record is, see the constants
 * @param timestamp null where the producer takes the time
 */
@SuppressWarnings("ArrayRecordComponent") // compared as text
public record VectorLine(
        String kind,
        String topic,
        byte @Nullable [] key,
        byte @Nullable [] value,
        @Nullable Long timestamp,
        Headers headers) {
    /** A record of the input, whose changelog records are written down. */
    public static final String PUT = "put";

    /** A record of the input of an application that has restored what is written down. */
    public static final String THEN = "then";

    /** A record of a changelog. */
    public static final String LOG = "log";

    /** A record of another internal topic. */
    public static final String WIRE = "wire";

    /** A record of the output. */
    public static final String OUT = "out";

    private static final HexFormat HEX = HexFormat.of();
    private static final int HEADERS = 5; // words before them

    /** Reads a line. */
    public static VectorLine of(String line) {
        String[] words = line.split(" ");
        Headers headers = new RecordHeaders();
        for (int i = HEADERS; i < words.length; i++) {
            String[] parts = words[i].split("=", 2);
            headers.add(parts[0], bytes(parts[1], false));
        }
        boolean isText = isText(words[0]);
        return new VectorLine(
                words[0],
                words[1],
                bytes(words[2], isText),
                bytes(words[3], isText),
                words[4].equals("@-") ? null : Long.valueOf(words[4].substring(1)),
                headers);
    }

    /** Whether the line is a record that the application is given. */
    public boolean isInput() {
        return kind.equals(PUT) || kind.equals(THEN);
    }

    /** The line. */
    public String text() {
        boolean isText = isText(kind);
        StringBuilder line = new StringBuilder();
        line.append(kind).append(' ').append(topic);
        line.append(' ').append(text(key, isText)).append(' ').append(text(value, isText));
        line.append(" @").append(timestamp == null ? "-" : timestamp.toString());
        for (Header header : headers) {
            line.append(' ').append(header.key()).append('=').append(text(header.value(), false));
        }
        return line.toString();
    }

    private static boolean isText(String kind) {
        return !kind.equals(LOG) && !kind.equals(WIRE);
    }

    private static byte @Nullable [] bytes(String word, boolean isText) {
        if (word.equals("-")) {
            return null;
        }
        return isText ? word.getBytes(StandardCharsets.UTF_8) : HEX.parseHex(word);
    }

    private static String text(byte @Nullable [] bytes, boolean isText) {
        if (bytes == null) {
            return "-";
        }
        return isText ? new String(bytes, StandardCharsets.UTF_8) : HEX.formatHex(bytes);
    }
}
