package org.stoatflow.parity;

import java.util.List;

/** One of the two libraries, with a program that counts by key behind a repartition and a global table. */
public interface BetweenLibrary {
    /** Topics by the names of {@link Place#topic}: it reads these, and writes {@link #OUT}. */
    String IN = "in";

    String NAMES = "names";
    String OUT = "out";

    /** Starts the program, and does not wait until it runs. */
    App start(Place place, String guarantee, Between between);

    /** A program that was started. */
    interface App extends AutoCloseable {
        /** The name of its state. */
        String state();

        /** What its handler was given. */
        List<Throwable> errors();

        /** Closes it in order; fails where it does not close. */
        @Override
        void close();
    }
}
