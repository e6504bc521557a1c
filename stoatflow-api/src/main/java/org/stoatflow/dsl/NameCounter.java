package org.stoatflow.dsl;

import java.util.Locale;
import org.stoatflow.topology.ImplicitNames;

/** Makes the names that the user has not chosen. One counter serves all nodes and stores of a builder. */
final class NameCounter {
    private final ImplicitNames implicit;
    private int index;

    /** @param implicit notes stores and topics whose names come from the counter */
    NameCounter(ImplicitNames implicit) {
        this.implicit = implicit;
    }

    ImplicitNames implicit() {
        return implicit;
    }

    String next(String prefix) {
        String name = prefix + String.format(Locale.ROOT, "%010d", index);
        index++;
        return name;
    }

    /** The name of a store that the user has not named. */
    String unnamedStore(String prefix, boolean logged) {
        String name = nextStore(prefix);
        implicit.addStore(name, logged);
        return name;
    }

    String nextStore(String prefix) {
        return next(prefix + "STATE-STORE-");
    }
}
