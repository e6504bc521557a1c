package org.stoatflow.streams.processor;

/** Which clock a punctuation follows. */
public enum PunctuationType {
    /** Event time: advances only as records arrive. */
    STREAM_TIME,
    /** The system's clock. */
    WALL_CLOCK_TIME
}
