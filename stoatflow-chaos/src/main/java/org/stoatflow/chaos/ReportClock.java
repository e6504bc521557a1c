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

    /** The key under which the store keeps the number of the punctuator's last report, beside the accounts. */
    String serialKey() {
        return "#" + name();
    }
}
