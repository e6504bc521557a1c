package org.stoatflow.kernel.record;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.CanonicalSerdes;

/**
 * Shows a key in messages, in bounded length. The key is deserialized only if its deserializer is one of Kafka's own. A
 * user's deserializer may block, or the record may be stuck in it, and threads that make messages must not wait.
 * Otherwise the key's bytes are shown, as text if all of them are printable.
 */
public final class KeyText {
    private static final int CHARACTERS_MAX = 80;
    private static final int BYTES_MAX = 32;

    private KeyText() {}

    public static String of(@Nullable Deserializer<?> deserializer, String topic, byte @Nullable [] key) {
        if (key == null) {
            return "null";
        }
        if (deserializer != null && CanonicalSerdes.isCanonical(deserializer)) {
            try {
                Object read = deserializer.deserialize(topic, key);
                if (read != null && !(read instanceof byte[])) {
                    return read instanceof String text ? quoted(text) : read.toString();
                }
            } catch (RuntimeException unreadable) {
                return bytes(key); // the record may be stuck because of this very key
            }
        }
        return isPrintable(key) ? quoted(new String(key, StandardCharsets.US_ASCII)) : bytes(key);
    }

    /** Shows the beginning of a key that has more bytes. */
    static String ofBeginning(byte[] beginning, int bytes) {
        String shown = isPrintable(beginning)
                ? new String(beginning, 0, CHARACTERS_MAX, StandardCharsets.US_ASCII)
                : "0x" + HexFormat.of().formatHex(beginning, 0, BYTES_MAX);
        return shown + "… (" + bytes + " bytes)";
    }

    private static boolean isPrintable(byte[] key) {
        for (byte one : key) {
            if (one < ' ' || one > '~') {
                return false;
            }
        }
        return true;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        int shown = Math.min(text.length(), CHARACTERS_MAX);
        for (int i = 0; i < shown; i++) {
            char one = text.charAt(i);
            if (Character.isISOControl(one)) {
                quoted.append(String.format("\\u%04x", (int) one));
            } else {
                quoted.append(one);
            }
        }
        return quoted.append(shown < text.length() ? "…\" (" + text.length() + " characters)" : "\"")
                .toString();
    }

    static String bytes(byte[] key) {
        String hex = HexFormat.of().formatHex(key, 0, Math.min(key.length, BYTES_MAX));
        return "0x" + hex + (key.length > BYTES_MAX ? "… (" + key.length + " bytes)" : "");
    }
}
