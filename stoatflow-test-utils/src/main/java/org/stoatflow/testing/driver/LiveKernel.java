package org.stoatflow.testing.driver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.testing.store.StoreProxies;

/**
 * The kernel that records go through now, which a failure ends, and its stores as a test has them: a store that a test
 * keeps is that of each kernel that follows. Thread: the driver's.
 */
final class LiveKernel {
    private final Incarnation incarnation;
    private final Predicate<String> cached;
    private final boolean keepsUnsent;
    private final Map<String, StateStore> given = new HashMap<>();
    private Plan plan;
    private @Nullable SteppedKernel kernel; // null after a failure, until it is needed
    private boolean working;
    private long writtenMs; // the time of what a test puts where rows have none: as with Kafka Streams' driver, that of
    // the last record or punctuation; 0 before the first

    /** What a kernel does, which may fail. */
    interface Work {
        void with(SteppedKernel now);
    }

    /**
     * @param cached tells of a store whether a cache holds updates back
     * @param keepsUnsent whether what a record has sent before it failed is seen
     */
    LiveKernel(Incarnation incarnation, Predicate<String> cached, boolean keepsUnsent, Plan plan) {
        this.incarnation = incarnation;
        this.cached = cached;
        this.keepsUnsent = keepsUnsent;
        this.plan = plan;
        this.kernel = incarnation.begin(plan);
    }

    /** Goes on with another plan, and new processors. */
    void begin(Plan changed) {
        SteppedKernel before = kernel;
        if (before != null) {
            attempt(now -> now.takeWrites(true));
        }
        plan = changed;
        kernel = incarnation.begin(changed);
    }

    private SteppedKernel current() {
        SteppedKernel now = kernel;
        if (now == null) {
            now = incarnation.begin(plan);
            kernel = now;
        }
        return now;
    }

    /** Does something with the kernel, which a failure ends. */
    void attempt(Work what) {
        SteppedKernel now = current();
        boolean done = false;
        working = true;
        try {
            Incarnation.called(() -> {
                what.with(now);
                return now;
            });
            done = true;
        } finally {
            working = false;
            writtenMs = now.lastMs() < 0 ? writtenMs : now.lastMs();
            if (!done) {
                kernel = null;
                if (keepsUnsent) {
                    now.holdUnsent();
                }
            }
        }
    }

    /**
     * Does something with the kernel, as {@link #attempt}, once it has what the test has written to stores. What caches
     * would hold back is merged with what comes next, as in Kafka Streams.
     */
    void attemptAfterWrites(Work what) {
        boolean atOnce = given.keySet().stream().noneMatch(cached);
        attempt(now -> now.takeWrites(atOnce));
        attempt(what);
    }

    /** A store for the test; null if the plan has none of that name. */
    @Nullable
    StateStore store(String name) {
        StorePlan known = plan.stores().stream()
                .filter(store -> store.name().equals(name))
                .findFirst()
                .orElse(null);
        if (known == null) {
            return null;
        }
        StateStore now = now(name);
        if (known.description().isWhollyUsers()) {
            return now; // of a class of the user's, and the same for all kernels
        }
        return given.computeIfAbsent(name, asked -> StoreProxies.of(now, new Given(asked)));
    }

    /** The store as it is now: outside of processing, or in the midst of it for a function of the test. */
    private StateStore now(String name) {
        SteppedKernel now = current();
        return working ? now.storeInStep(name) : now.store(name, writtenMs);
    }

    /** A store that a test has. */
    private final class Given implements InvocationHandler {
        private final String name;

        private Given(String name) {
            this.name = name;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a proxy equals itself only
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            return switch (method.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> "store " + name;
                default -> StoreProxies.call(now(name), method, arguments);
            };
        }
    }
}
