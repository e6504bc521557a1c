package org.stoatflow.stores;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.StoreBuilder;
import org.stoatflow.streams.state.StoreSupplier;

/** What makes a user's store, which is named where it makes none. Any thread. */
public final class UsersMaker {
    private final String what;
    private final String call;
    private final Supplier<? extends @Nullable StateStore> maker;

    private UsersMaker(String what, String call, Supplier<? extends @Nullable StateStore> maker) {
        this.what = what;
        this.call = call;
        this.maker = maker;
    }

    /**
     * The user's supplier of inner stores.
     *
     * @param supplier the supplier
     * @return its {@code get()}
     */
    public static UsersMaker of(StoreSupplier<?> supplier) {
        return new UsersMaker(described("supplier", supplier.name(), supplier), "get()", supplier::get);
    }

    /**
     * The user's builder of a store that is wholly the user's.
     *
     * @param builder the builder
     * @return its {@code build()}
     */
    public static UsersMaker of(StoreBuilder<?> builder) {
        return new UsersMaker(described("builder", builder.name(), builder), "build()", builder::build);
    }

    private static String described(String kind, String store, Object maker) {
        return "the " + kind + " of store " + store + " (" + maker.getClass().getName() + ")";
    }

    /**
     * Has it make one.
     *
     * @return the user's store, which is not open
     * @throws IllegalStateException if it gives none, or asks for a store that only an engine makes, as where it wraps
     *     one of {@code Stores}
     */
    public StateStore make() {
        StateStore made;
        try {
            made = maker.get();
        } catch (OutsideOfEngineException wraps) {
            throw new IllegalStateException(
                    what + " asks for a store of Stores, which only the application makes, and which cannot be wrapped:"
                            + " have " + call + " make a store of its own, or give what Stores has to the topology",
                    wraps);
        }
        if (made == null) {
            throw new IllegalStateException(what + " gave null: " + call + " must make a store");
        }
        return made;
    }

    @Override
    public String toString() {
        return what;
    }
}
