package org.stoatflow.relocation;

import java.util.List;
import java.util.function.Supplier;

/** What the tests relocate: it names itself in each way in which a class can. */
final class Sample implements Supplier<List<Sample>> {
    static final String IN_A_SENTENCE = "not an org.stoatflow.relocation.Sample, as asked for";

    private final long number = 1L << 40;
    private final double fraction = 0.5;

    @Override
    public List<Sample> get() {
        return List.of(this);
    }

    double sum() {
        return number + fraction;
    }
}
