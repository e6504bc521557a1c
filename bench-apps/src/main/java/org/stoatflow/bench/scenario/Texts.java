package org.stoatflow.bench.scenario;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Keys and values as text. */
final class Texts {
    private Texts() {}

    static String of(byte @Nullable [] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
    }
}
