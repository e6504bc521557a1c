package org.stoatflow.bench.scenario;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A record to send.
 *
 * @param topic its place in {@link Scenario#inputs}
 * @param spread its partition, modulo their number
 * @param eventMs its time, from the begin of the run's event time on; {@link #WHEN_SENT} for the time it is due
 */
public record Input(int topic, long spread, byte @Nullable [] key, byte[] value, long eventMs) {
    /** Instead of a time: a record is as old as its sending. */
    public static final long WHEN_SENT = -1;

    /** A record of the only topic, whose time is when it is due. */
    static Input of(long spread, @Nullable String key, String value) {
        return new Input(0, spread, key == null ? null : bytes(key), bytes(value), WHEN_SENT);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The value of a record of texts. */
    public String text() {
        return new String(value, StandardCharsets.UTF_8);
    }
}
