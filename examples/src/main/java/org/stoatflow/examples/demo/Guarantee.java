package org.stoatflow.examples.demo;

import org.stoatflow.streams.StreamsConfig;
import picocli.CommandLine.TypeConversionException;

/** What the application promises about each record. */
enum Guarantee {
    EXACTLY_ONCE(StreamsConfig.EXACTLY_ONCE_V2, "exactly once"),
    AT_LEAST_ONCE(StreamsConfig.AT_LEAST_ONCE, "at least once");

    private final String setting;
    private final String words;

    Guarantee(String setting, String words) {
        this.setting = setting;
        this.words = words;
    }

    /** For the command line. */
    static Guarantee named(String setting) {
        for (Guarantee guarantee : values()) {
            if (guarantee.setting.equals(setting)) {
                return guarantee;
            }
        }
        throw new TypeConversionException("must be exactly_once_v2 or at_least_once, not '" + setting + "'");
    }

    /** The value of {@code processing.guarantee}. */
    String setting() {
        return setting;
    }

    /** For readers. */
    String words() {
        return words;
    }
}
