package org.stoatflow.chaos;

import org.stoatflow.streams.processor.PunctuationType;

/** A punctuator of the ledger. */
enum ReportClock {
    WALL(PunctuationType.WALL_CLOCK_TIME),
    STREAM(PunctuationType.STREAM_TIME);

    private final PunctuationType type;

    ReportClock(PunctuationType type) {
        this.type = type;
    }

    PunctuationType type() {
        return type;
    }

    /** Where it keeps the number of its last telling, beside the accounts. */
    String serialKey() {
        return "#" + name();
    }
}
