package org.stoatflow.parity.program;

/** Values for a row's settings that are not texts. */
final class Settings {
    /** Takes a key out that is set for every row. */
    static final Object UNSET = new Object();

    private Settings() {}
}
