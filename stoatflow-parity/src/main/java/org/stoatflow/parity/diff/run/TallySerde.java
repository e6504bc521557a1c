package org.stoatflow.parity.diff.run;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Values as text: the number, {@code |}, the trail. */
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
        return tally == null ? null : (tally.number + "|" + tally.trail).getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable Tally read(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int bar = text.indexOf('|');
        return new Tally(Long.parseLong(text.substring(0, bar)), text.substring(bar + 1));
    }
}
