package org.stoatflow.chaos;

/** What the application promises. */
enum Guarantee {
    EXACTLY_ONCE("exactly_once_v2"),
    AT_LEAST_ONCE("at_least_once");

    private final String setting;

    Guarantee(String setting) {
        this.setting = setting;
    }

    /** The value of {@code processing.guarantee}. */
    String setting() {
        return setting;
    }
}
