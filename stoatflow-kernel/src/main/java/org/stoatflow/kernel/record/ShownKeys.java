package org.stoatflow.kernel.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.counters.SampledKey;
import org.stoatflow.streams.StreamsConfig;

/**
 * How keys of records are shown in messages and metrics ({@code stoatflow.keys.shown}). Keys are e-mail addresses and
 * account numbers, and logs go to more people than topics do. So by default they are hashes, with a salt that nobody
 * knows: equal keys are seen to be equal while the application lives, and nobody finds a key by trying all.
 * Immutable.
 */
public final class ShownKeys {
    /** Keys as text, for tests. */
    public static final ShownKeys AS_TEXT = new ShownKeys(Form.TEXT, new byte[0]);

    private static final int TEXT_MAX = 200;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 4;

    private final Form form;
    private final byte[] salt;

    /** The forms, by the names that the configuration has for them. */
    private enum Form {
        NONE,
        HASH,
        TEXT
    }

    private ShownKeys(Form form, byte[] salt) {
        this.form = form;
        this.salt = salt;
    }

    /** Reads the configuration, and takes a new salt. */
    public static ShownKeys of(StreamsConfig config) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return new ShownKeys(Form.valueOf(StoatflowConfig.KEYS_SHOWN.of(config).toUpperCase(Locale.ROOT)), salt);
    }

    /** Shows a key's bytes, which the deserializer reads if it is one of Kafka's own. */
    public String of(@Nullable Deserializer<?> deserializer, String topic, byte @Nullable [] key) {
        return form == Form.TEXT || key == null ? KeyText.of(deserializer, topic, key) : hidden(SampledKey.of(key));
    }

    /** Shows a key of which the beginning may be all that is left. */
    public String of(@Nullable Deserializer<?> deserializer, String topic, SampledKey key) {
        if (form != Form.TEXT) {
            return hidden(key);
        }
        return key.isWhole()
                ? KeyText.of(deserializer, topic, key.kept())
                : KeyText.ofBeginning(key.kept(), key.bytes());
    }

    /** Shows a key's bytes, also where they are a text: these differ where others are compared. */
    public String of(byte @Nullable [] key) {
        if (key == null) {
            return "none";
        }
        return form == Form.TEXT ? KeyText.bytes(key) : hidden(SampledKey.of(key));
    }

    /** Shows a key that is an object. The hash is that of the bytes if it is a text or an array. */
    public String ofObject(@Nullable Object key) {
        if (key == null || key instanceof byte[]) {
            return of((byte[]) key);
        }
        String text = String.valueOf(key);
        if (form == Form.TEXT) {
            return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "…";
        }
        return hidden(SampledKey.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String hidden(SampledKey key) {
        return switch (form) {
            case NONE -> "(not shown)";
            case HASH, TEXT -> "#" + hash(key);
        };
    }

    private String hash(SampledKey key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt);
            digest.update(ByteBuffer.allocate(2 * Integer.BYTES)
                    .putInt(key.bytes())
                    .putInt(key.hash())
                    .flip());
            return HexFormat.of().formatHex(digest.digest(key.kept()), 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("each Java platform has it", missing);
        }
    }
}
