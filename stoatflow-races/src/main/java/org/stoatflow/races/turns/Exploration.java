package org.stoatflow.races.turns;

import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs a body under every schedule with a few preemptions, until one is found that it does not stand. */
public final class Exploration {
    private final ClassLoader loader;

    /** @param replaced classes that are not those of the class path, by name: mutants */
    public Exploration(Map<String, byte[]> replaced) {
        loader = new SeamLoader(replaced, new TurnSeams());
    }

    /**
     * What was found.
     *
     * @param schedules how many were run
     * @param forbidden what was seen that can never be, or null
     */
    public record Found(long schedules, @Nullable String forbidden) {}

    /**
     * Explores a class with a constructor without arguments that is a {@link Runnable}.
     *
     * @param enough asked before each schedule but the first
     */
    public Found explore(String className, int preemptionsMax, BooleanSupplier enough) {
        Runnable body = body(className);
        EverySchedule schedule = new EverySchedule(preemptionsMax);
        long schedules = 0;
        do {
            schedules++;
            try {
                Turns.run(schedule, body);
            } catch (Throwable forbidden) { // whatever it is, it was not to be
                return new Found(schedules, "in schedule " + schedules + ": " + forbidden);
            }
        } while (!enough.getAsBoolean() && schedule.next());
        return new Found(schedules, null);
    }

    private Runnable body(String className) {
        try {
            return (Runnable) loader.loadClass(className).getConstructor().newInstance();
        } catch (ReflectiveOperationException failure) {
            throw new IllegalArgumentException("no such class to explore: " + className, failure);
        }
    }
}
