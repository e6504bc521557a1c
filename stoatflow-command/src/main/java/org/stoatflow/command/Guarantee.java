package org.stoatflow.command;

import java.util.Locale;

/** What an application promises about each record; named as the values of {@code processing.guarantee} are. */
public enum Guarantee {
    EXACTLY_ONCE("exactly_once_v2"),
    AT_LEAST_ONCE("at_least_once");

    private final String setting;

    Guarantee(String setting) {
        this.setting = setting;
    }

    /**
     * The one of this setting.
     *
     * @throws IllegalArgumentException if there is none; says which there are
     */
    public static Guarantee named(String setting) {
        for (Guarantee guarantee : values()) {
            if (guarantee.setting.equals(setting)) {
                return guarantee;
            }
        }
        throw new IllegalArgumentException("must be exactly_once_v2 or at_least_once, not '" + setting + "'");
    }

    /** The value of {@code processing.guarantee}. */
    public String setting() {
        return setting;
    }

    /** For readers: {@code exactly once}. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
