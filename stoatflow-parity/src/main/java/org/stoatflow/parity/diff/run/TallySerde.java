package org.stoatflow.parity.diff.run;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Values as text: the number, {@code |}, the trail. Nothing at all is 0 without a trail. */
public final class TallySerde implements Serde<Tally> {
    @Override
    public Serializer<Tally> serializer() {
        return (topic, tally) -> write(tally);
    }

    @Override
    public Deserializer<Tally> deserializer() {
        return (topic, bytes) -> read(bytes);
    }

    private static byte @Nullable [] write(@Nullable Tally tally) {
        if (tally == null) {
            return null;
        }
        boolean empty = tally.number == 0 && tally.trail.isEmpty();
        return empty ? new byte[0] : (tally.number + "|" + tally.trail).getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable Tally read(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        if (bytes.length == 0) {
            return new Tally(0, "");
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int bar = text.indexOf('|');
        return new Tally(Long.parseLong(text.substring(0, bar)), text.substring(bar + 1));
    }
}
