package org.stoatflow.bench.latency;

import java.util.List;

/** Compares what came out with what was fed. One thread at a time. */
interface OutputCheck {
    /**
     * What was found.
     *
     * @param surplus outputs beyond one for each that there must be
     * @param wrong the first outputs that are missing, or that there must not be
     */
    record Verdict(long surplus, List<String> wrong) {}

    /** At most so many are told. */
    int WRONG_MAX = 5;

    void onOutput(byte[] key, byte[] value);

    /** After the last output. */
    Verdict verdict(long inputs);
}
