package org.stoatflow.parity.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.stoatflow.parity.diff.program.Event;
import org.stoatflow.parity.diff.program.Parameter;
import org.stoatflow.parity.diff.program.Program;
import org.stoatflow.parity.diff.program.Step;

/** Takes away from a program that differs what it does not need to differ. */
final class Shrinker {
    private static final int RUNS_MAX = 2_000;

    private final Predicate<Program> differs;
    private int runs;
    private Program smallest;

    private Shrinker(Program program, Predicate<Program> differs) {
        this.smallest = program;
        this.differs = differs;
    }

    /** A smaller program, or the same one, that still differs. */
    static Program smallest(Program program, Predicate<Program> differs) {
        Shrinker shrinker = new Shrinker(program, differs);
        boolean shrunk = true;
        while (shrunk && shrinker.runs < RUNS_MAX) {
            shrunk = shrinker.dropEvents();
            shrunk |= shrinker.dropSteps();
            shrunk |= shrinker.simplifySteps();
            shrunk |= shrinker.dropSettings();
            shrunk |= shrinker.simplifyEvents();
        }
        return shrinker.smallest;
    }

    private boolean keep(@Nullable Program candidate) {
        if (candidate == null || runs >= RUNS_MAX) {
            return false;
        }
        runs++;
        if (!differs.test(candidate)) {
            return false;
        }
        smallest = candidate;
        return true;
    }

    private boolean dropEvents() {
        boolean shrunk = false;
        for (int length = Math.max(1, smallest.events().size() / 2); length >= 1; length /= 2) {
            int from = 0;
            while (from < smallest.events().size()) {
                List<Event> events = new ArrayList<>(smallest.events());
                events.subList(from, Math.min(events.size(), from + length)).clear();
                if (keep(smallest.withEvents(events))) {
                    shrunk = true;
                } else {
                    from += length;
                }
            }
        }
        return shrunk;
    }

    private boolean dropSteps() {
        boolean shrunk = false;
        for (int number : smallest.steps().keySet().toArray(Integer[]::new)) {
            Step step = smallest.steps().get(number);
            if (step != null) {
                shrunk |= keep(without(number, step));
            }
        }
        return shrunk;
    }

    /** The program without a step, whose input of the same kind takes its place; null if there is none. */
    private @Nullable Program without(int number, Step step) {
        Map<Integer, Step> steps = new TreeMap<>(smallest.steps());
        steps.remove(number);
        if (!smallest.results().contains(number)) {
            Integer instead = step.inputs().stream()
                    .filter(input -> smallest.step(input)
                            .operator()
                            .result()
                            .is(step.operator().result()))
                    .findFirst()
                    .orElse(null);
            if (instead == null) {
                return null;
            }
            steps.replaceAll((each, other) -> new Step(
                    other.operator(),
                    other.inputs().stream()
                            .map(input -> input == number ? instead : input)
                            .toList(),
                    other.told()));
        }
        return steps.isEmpty() ? null : withoutUnread(smallest.withSteps(steps));
    }

    /** Drops records of topics that nothing reads any more. */
    private static Program withoutUnread(Program program) {
        TreeSet<Integer> sources = new TreeSet<>(program.sources());
        return program.withEvents(program.events().stream()
                .filter(event -> !(event instanceof Event.Input input) || sources.contains(input.source()))
                .toList());
    }

    private boolean simplifySteps() {
        boolean shrunk = false;
        for (int number : smallest.steps().keySet().toArray(Integer[]::new)) {
            for (Parameter parameter : smallest.step(number).operator().parameters()) {
                Step step = smallest.step(number);
                int simplest = parameter.choices().getFirst();
                boolean belongsToKept = parameter.name().equals("store") && step.get(Step.KEPT, 0) != 0;
                if (step.get(parameter.name()) != simplest && !belongsToKept) {
                    Map<Integer, Step> steps = new TreeMap<>(smallest.steps());
                    steps.put(number, step.with(parameter.name(), simplest));
                    shrunk |= keep(smallest.withSteps(steps));
                }
            }
        }
        return shrunk;
    }

    private boolean dropSettings() {
        boolean shrunk = false;
        for (String key : smallest.settings().keySet().toArray(String[]::new)) {
            Map<String, String> settings = new TreeMap<>(smallest.settings());
            settings.remove(key);
            shrunk |= keep(smallest.withSettings(settings));
        }
        return shrunk;
    }

    private boolean simplifyEvents() {
        boolean shrunk = false;
        for (int i = 0; i < smallest.events().size(); i++) {
            if (smallest.events().get(i) instanceof Event.Input input && input.header() != null) {
                List<Event> events = new ArrayList<>(smallest.events());
                events.set(i, new Event.Input(input.source(), input.key(), input.number(), input.timeMs(), null));
                shrunk |= keep(smallest.withEvents(events));
            }
        }
        return shrunk;
    }

    @Override
    public String toString() {
        return Objects.toString(smallest);
    }
}
