package org.stoatflow.kernel.time;

/** Time as the engine sees it. The simulation has a clock of its own. Safe for use by any thread. */
public interface Clock {
    /** The clock of the machine. */
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

    /** Monotonic time, in nanoseconds from an arbitrary start. */
    long nanos();

    /** Wall-clock time, in milliseconds since 1970. */
    long millis();
}
