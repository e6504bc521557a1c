package org.stoatflow.bench.latency;

import java.util.List;

/** Compares the output with the input that was fed. One thread at a time. */
public interface OutputCheck {
    /**
     * The result of a check.
     *
     * @param surplus how many outputs there are beyond the required ones
     * @param wrong the first outputs that are missing, or that must not be there
     */
    record Verdict(long surplus, List<String> wrong) {}

    /** How many wrong outputs a verdict names at most. */
    int WRONG_MAX = 5;

    void onOutput(byte[] key, byte[] value);

    /** The result, after the last output. */
    Verdict verdict(long inputs);
}
