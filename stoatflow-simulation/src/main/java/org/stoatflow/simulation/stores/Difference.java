package org.stoatflow.simulation.stores;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A store has something else than its model. */
final class Difference extends AssertionError {
    private static final long serialVersionUID = 1;

    Difference(String what) {
        super(what);
    }

    /** @param of what the words are about, which are put together only where there is a difference */
    static void require(@Nullable Object expected, @Nullable Object found, String what, @Nullable Object... of) {
        if (!Objects.equals(expected, found)) {
            String about = of.length == 0 ? "" : " " + Arrays.toString(of);
            throw new Difference(what + about + ": the model has " + expected + ", the store " + found);
        }
    }
}
