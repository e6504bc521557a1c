package org.stoatflow.bench.latency;

/** What the application promises; the names are the values of {@code processing.guarantee}. */
enum Guarantee {
    EXACTLY_ONCE("exactly_once_v2"),
    AT_LEAST_ONCE("at_least_once");

    private final String setting;

    Guarantee(String setting) {
        this.setting = setting;
    }

    String setting() {
        return setting;
    }
}
