package org.stoatflow.chaos;

import picocli.CommandLine.TypeConversionException;

/** What the application promises. */
enum Guarantee {
    EXACTLY_ONCE("exactly_once_v2"),
    AT_LEAST_ONCE("at_least_once");

    private final String setting;

    Guarantee(String setting) {
        this.setting = setting;
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
}
