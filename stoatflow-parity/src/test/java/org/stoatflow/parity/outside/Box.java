package org.stoatflow.parity.outside;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** Text that functions change. */
public final class Box {
    private String text;

    public Box(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** Sets the text, and returns this very object. */
    public Box with(String newText) {
        text = newText;
        return this;
    }

    /** Appends to the text, and returns this very object. */
    public Box append(String more) {
        return with(text + more);
    }

    /** A serde of such texts. */
    public static Serde<Box> serde() {
        return Serdes.serdeFrom(
                (topic, box) -> box == null ? null : box.text.getBytes(StandardCharsets.UTF_8),
                (topic, bytes) -> bytes == null ? null : new Box(new String(bytes, StandardCharsets.UTF_8)));
    }
}
