package org.stoatflow.topology;

import java.util.function.Supplier;
import org.stoatflow.processor.KeyLocal;

/**
 * The facts that the planner may know of a processor.
 *
 * @param dsl whether the DSL built the processor from its own supplier; then no user's processor runs in it, and it
 *     keeps no record object that it is given
 * @param changesKey whether it may forward a record with another key than it was given
 * @param keyLocal whether it is a user's processor that is declared {@link KeyLocal}
 */
public record Traits(boolean dsl, boolean changesKey, boolean keyLocal) {
    /** A user's processor, of which nothing is known. */
    public static final Traits USER = new Traits(false, true);

    /** A user's fixed-key processor. */
    public static final Traits USER_FIXED_KEY = new Traits(false, false);

    /**
     * Makes traits of a processor that is not declared to be key-local.
     *
     * @param dsl whether the DSL built the processor from its own supplier
     * @param changesKey whether it may forward a record with another key than it was given
     */
    public Traits(boolean dsl, boolean changesKey) {
        this(dsl, changesKey, false);
    }

    /**
     * These traits, with what the supplier or the processors that it makes declare.
     *
     * @param supplier the user's; asked for one processor
     * @return the traits
     */
    public Traits declaredBy(Supplier<?> supplier) {
        return new Traits(dsl, changesKey, supplier instanceof KeyLocal || supplier.get() instanceof KeyLocal);
    }
}
