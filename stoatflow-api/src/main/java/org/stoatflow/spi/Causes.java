package org.stoatflow.spi;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The causes of a failure. User code may make a chain of any length, also one that goes round ({@code initCause}
 * refuses only an exception that is its own cause), so this is the only place that walks along one. Safe for use by any
 * thread.
 */
public final class Causes {
    /** The number of exceptions that are looked at. What is behind them counts as not there. */
    public static final int CAUSES_MAX = 100;

    private Causes() {}

    /**
     * Lists a failure and what is behind it, as far as it is looked at.
     *
     * @param failure the failure, or null for none
     * @return the failure first, then its cause, and so on
     */
    public static List<Throwable> of(@Nullable Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        @Nullable Throwable cause = failure;
        while (cause != null && chain.size() < CAUSES_MAX && !isAmong(chain, cause)) {
            chain.add(cause);
            cause = cause.getCause();
        }
        return chain;
    }

    /**
     * Finds an exception of a type in a failure, or behind it.
     *
     * @param failure the failure, or null for none
     * @param type the type
     * @param <T> the type
     * @return the first one, or null if there is none
     */
    public static <T extends Throwable> @Nullable T find(@Nullable Throwable failure, Class<T> type) {
        for (Throwable cause : of(failure)) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }

    /**
     * Tells whether a failure is of a type, or an exception behind it is.
     *
     * @param failure the failure, or null for none
     * @param type the type
     * @return whether there is one
     */
    public static boolean has(@Nullable Throwable failure, Class<? extends Throwable> type) {
        return find(failure, type) != null;
    }

    @SuppressWarnings("ReferenceEquality") // an exception's equals is the user's, and may say anything
    private static boolean isAmong(List<Throwable> chain, Throwable cause) {
        for (Throwable each : chain) {
            if (each == cause) {
                return true;
            }
        }
        return false;
    }
}
