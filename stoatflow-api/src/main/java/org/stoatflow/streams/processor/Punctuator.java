package org.stoatflow.streams.processor;

/** A function that is called on schedule, in the lane of the processor that scheduled it. */
public interface Punctuator {
    /**
     * Called when the time has come.
     *
     * @param timestamp the time, of the kind that was asked for, in milliseconds since the epoch
     */
    void punctuate(long timestamp);
}
