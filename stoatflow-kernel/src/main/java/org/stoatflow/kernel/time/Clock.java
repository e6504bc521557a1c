package org.stoatflow.kernel.time;

/** Time as the engine sees it; a simulation brings its own. Safe for use by any thread. */
public interface Clock {
    /** The machine's. */
    Clock SYSTEM = new Clock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long millis() {
            return System.currentTimeMillis();
        }
    };

    /** Monotonic, in nanoseconds from an arbitrary start. */
    long nanos();

    /** Wall clock, in milliseconds since 1970. */
    long millis();
}
