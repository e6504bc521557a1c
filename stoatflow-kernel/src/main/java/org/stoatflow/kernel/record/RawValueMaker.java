package org.stoatflow.kernel.record;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes raw values on demand, for values that went over a hop as objects. Called by the lane. */
@FunctionalInterface
public interface RawValueMaker {
    /** What makes the raw value of the record that is in process now. It holds no more of it than that takes. */
    Supplier<byte @Nullable []> ofCurrent();
}
