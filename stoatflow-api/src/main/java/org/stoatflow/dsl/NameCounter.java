package org.stoatflow.dsl;

import java.util.Locale;

/** Makes the names that the user has not chosen. One counter serves all nodes and stores of a builder. */
final class NameCounter {
    private int index;

    String next(String prefix) {
        String name = prefix + String.format(Locale.ROOT, "%010d", index);
        index++;
        return name;
    }

    String nextStore(String prefix) {
        return next(prefix + "STATE-STORE-");
    }
}
