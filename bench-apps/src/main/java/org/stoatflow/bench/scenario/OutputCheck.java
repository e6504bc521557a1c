package org.stoatflow.bench.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** @param topic what the topic is to the program: one of {@link Scenario#outputs} */
    void onOutput(String topic, byte @Nullable [] key, byte @Nullable [] value);

    /** How many outputs are still to come. */
    long missing();

    /** The result, after the last output. */
    Verdict verdict();
}
