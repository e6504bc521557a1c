package org.stoatflow.bench.latency;

/** What the application promises; the names are the values of {@code processing.guarantee}. */
enum Guarantee {
    EXACTLY_ONCE("exactly_once_v2"),
    AT_LEAST_ONCE("at_least_once");

    private final String setting;

    Guarantee(String setting) {
        this.setting = setting;
    }

    static Guarantee named(String setting) throws BadArgument {
        for (Guarantee guarantee : values()) {
            if (guarantee.setting.equals(setting)) {
                return guarantee;
            }
        }
        throw new BadArgument("a guarantee must be exactly_once_v2 or at_least_once, not '" + setting + "'");
    }

    String setting() {
        return setting;
    }
}
