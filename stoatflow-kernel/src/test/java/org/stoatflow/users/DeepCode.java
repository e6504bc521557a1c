package org.stoatflow.users;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/** Functions and serdes that meet an error for values that say so. */
public final class DeepCode {
    private DeepCode() {}

    /** Gives the value back, but for {@code deep}, for which it fills the stack, and two for which it throws. */
    public static String same(String value) {
        if (value == null) {
            return null;
        }
        switch (value) {
            case "deep" -> deeper(value);
            case "unlinked" -> throw new NoClassDefFoundError("of this value only");
            case "memory" -> throw new OutOfMemoryError("for a test");
            default -> {}
        }
        return value;
    }

    @SuppressWarnings("InfiniteRecursion") // what it is for
    private static String deeper(String value) {
        return deeper(value) + value;
    }

    /** Fills the stack through calls of {@code step}, so that the error strikes below user code. */
    public static void through(Runnable step) {
        step.run();
        through(step);
    }

    /** A serde that meets its error while it reads. */
    public static Serde<String> reading() {
        Deserializer<String> reading = (topic, bytes) -> same(new String(bytes, StandardCharsets.UTF_8));
        return Serdes.serdeFrom(Serdes.String().serializer(), reading);
    }

    /** A serde that meets its error while it writes. */
    public static Serde<String> writing() {
        Serializer<String> writing = (topic, value) -> same(value).getBytes(StandardCharsets.UTF_8);
        return Serdes.serdeFrom(writing, Serdes.String().deserializer());
    }
}
