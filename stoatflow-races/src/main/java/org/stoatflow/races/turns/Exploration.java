package org.stoatflow.races.turns;

import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs a body under every schedule with a few preemptions, until the body fails under one. */
public final class Exploration {
    private final ClassLoader loader;

    /** @param replaced bytes of classes to load in place of those on the class path, by name: mutants */
    public Exploration(Map<String, byte[]> replaced) {
        loader = new SeamLoader(replaced, new TurnSeams());
    }

    /**
     * The result of an exploration.
     *
     * @param schedules how many schedules were run
     * @param forbidden the forbidden outcome that was seen, or null
     */
    public record Found(long schedules, @Nullable String forbidden) {}

    /**
     * Explores a class with a constructor without arguments that is a {@link Runnable}.
     *
     * @param enough asked before each schedule but the first whether to stop
     */
    public Found explore(String className, int preemptionsMax, BooleanSupplier enough) {
        Runnable body = body(className);
        EverySchedule schedule = new EverySchedule(preemptionsMax);
        long schedules = 0;
        do {
            schedules++;
            try {
                Turns.run(schedule, body);
            } catch (Throwable forbidden) { // the body failed, whatever it threw
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
