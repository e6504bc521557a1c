package org.stoatflow.simulation.stores;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Operations after which a store and its model differ.
 *
 * @param variant the store
 * @param operations the operations
 * @param what what differs
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Failure(Variant variant, long[] operations, Throwable what) {
    /** How often operations are run again, at most, to leave some out. */
    private static final int RUNS_MAX = 3_000;

    /** Runs the operations of a seed; null if they hold. */
    static @Nullable Failure of(Variant variant, long seed, int operations) {
        SplittableRandom random = new SplittableRandom(seed);
        return of(variant, random.longs(operations).toArray(), null);
    }

    private static @Nullable Failure of(Variant variant, long[] operations, @Nullable List<String> steps) {
        int done = 0;
        Subject<?, ?> subject = variant.subject();
        subject.traceTo(steps);
        try (StoreRun<?, ?> run = new StoreRun<>(variant, subject)) {
            for (long operation : operations) {
                done++;
                run.operate(operation);
            }
            run.finish(new Draw(operations.length));
            return null;
        } catch (Difference | RuntimeException failure) {
            return new Failure(variant, Arrays.copyOf(operations, done), failure);
        }
    }

    /** Leaves out operations while there is still a failure. */
    Failure shrunken() {
        Failure least = this;
        int runs = 0;
        for (int size = Math.max(1, operations.length / 2); size > 0; size /= 2) {
            int from = 0;
            while (from < least.operations.length && runs < RUNS_MAX) {
                runs++;
                Failure without = of(variant, least.without(from, size), null);
                if (without == null) {
                    from += size;
                } else {
                    least = without;
                }
            }
        }
        return least;
    }

    private long[] without(int from, int size) {
        int to = Math.min(operations.length, from + size);
        long[] left = new long[operations.length - (to - from)];
        System.arraycopy(operations, 0, left, 0, from);
        System.arraycopy(operations, to, left, from, operations.length - to);
        return left;
    }

    /** What the operations do, a line for each step, and what differs at the end. */
    List<String> steps() {
        List<String> steps = new ArrayList<>();
        Failure again = of(variant, operations, steps);
        steps.add(again == null ? "(this does not come again) " + what : String.valueOf(again.what()));
        return steps;
    }
}
