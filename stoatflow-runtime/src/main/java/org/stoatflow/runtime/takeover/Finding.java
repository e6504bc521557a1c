package org.stoatflow.runtime.takeover;

/**
 * One thing that is known before a start.
 *
 * @param weight what it means for the start
 * @param sentence names the thing, and says what to do where something has to be done; without a full stop at its end
 */
public record Finding(Weight weight, String sentence) {
    /** What a finding means for the start, the gravest first. */
    public enum Weight {
        /** The start is refused. */
        BLOCKS,
        /** The start waits until this is over. */
        WAITS,
        /** The application starts, and something is gone or not used. */
        LOSES,
        /** The application starts after reading this. */
        READS,
        /** Good to know. */
        NOTE
    }

    static Finding blocks(String sentence) {
        return new Finding(Weight.BLOCKS, sentence);
    }

    static Finding waits(String sentence) {
        return new Finding(Weight.WAITS, sentence);
    }

    static Finding loses(String sentence) {
        return new Finding(Weight.LOSES, sentence);
    }

    static Finding reads(String sentence) {
        return new Finding(Weight.READS, sentence);
    }

    static Finding note(String sentence) {
        return new Finding(Weight.NOTE, sentence);
    }
}
