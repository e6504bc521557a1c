package org.stoatflow.bench.queries;

/** Who reads while records are processed. */
enum Readers {
    /** Nobody. */
    NONE("no readers", 0),
    /** Four threads that read at the slots of a fixed rate. */
    PACED("four readers at a fixed rate", 4),
    /** Four threads that read without a pause. */
    UNPACED("four readers without a pause", 4);

    private final String title;
    private final int threads;

    Readers(String title, int threads) {
        this.title = title;
        this.threads = threads;
    }

    String title() {
        return title;
    }

    int threads() {
        return threads;
    }

    /** @param perSecond the fixed rate */
    long pauseNs(int perSecond) {
        return switch (this) {
            case NONE, UNPACED -> 0;
            case PACED -> 1_000_000_000L / perSecond;
        };
    }
}
