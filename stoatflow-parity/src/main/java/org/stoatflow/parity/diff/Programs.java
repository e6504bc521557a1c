package org.stoatflow.parity.diff;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.stoatflow.parity.diff.program.Event;
import org.stoatflow.parity.diff.program.Kind;
import org.stoatflow.parity.diff.program.Operator;
import org.stoatflow.parity.diff.program.Parameter;
import org.stoatflow.parity.diff.program.Program;
import org.stoatflow.parity.diff.program.Step;

/** Makes programs at random. All operators are as likely, however many others they need. */
final class Programs {
    private static final Operator[] OPERATORS = Operator.values();
    private static final int STEPS_MAX = 4;
    private static final int EVENTS_MAX = 24;
    private static final long START_MS = 1_000;
    private static final long MARGIN_MS = 2_000; // a session's gap, or a sliding window's difference, and the grace

    /** Timestamps at the ends of their range, and lengths of windows and graces away from it. */
    private static final List<Long> ENDS = List.of(
            0L,
            1L,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE - 1,
            Long.MAX_VALUE - 3,
            Long.MAX_VALUE - 20,
            Long.MAX_VALUE - 21,
            Long.MAX_VALUE - 50,
            Long.MAX_VALUE - 1_000,
            Long.MAX_VALUE - 100_000_000,
            Long.MAX_VALUE / 2);

    private final RandomGenerator random;
    private final boolean atEnds;
    private final @Nullable String onlyKey;
    private final Map<Integer, Step> steps = new TreeMap<>();
    private int next;

    private Programs(RandomGenerator random) {
        this.random = random;
        atEnds = random.nextInt(3) == 0;
        onlyKey = atEnds && random.nextInt(3) == 0 ? "k" : null;
    }

    /** The program of these random numbers. */
    static Program of(RandomGenerator random) {
        Programs programs = new Programs(random);
        int wanted = 1 + random.nextInt(STEPS_MAX);
        for (int i = 0; i < wanted; i++) {
            programs.add(OPERATORS[random.nextInt(OPERATORS.length)]);
        }
        Program program = new Program(programs.steps, programs.settings(), List.of());
        return program.withEvents(programs.events(List.copyOf(program.sources())));
    }

    private int add(Operator operator) {
        List<Integer> inputs = new ArrayList<>();
        for (Kind kind : operator.inputs()) {
            int input = input(kind);
            inputs.add(isApart(operator) && isOfCogrouped(input) ? add(Operator.TIME_WINDOWS) : input);
        }
        Map<String, Integer> told = new HashMap<>();
        for (Parameter parameter : operator.parameters()) {
            told.put(parameter.name(), told(operator, parameter));
        }
        if (atEnds && (told.getOrDefault("final", 0) == 1 || makesSessions(operator))) {
            // A cache of Kafka Streams looks at all segments up to the end of time, one by one: without one.
            // And a window must not leave its store by the record that closes it.
            told.put("store", 2);
            // And windows that never close are closed there at once: with the longest times, sums overflow.
            told.computeIfPresent("grace", (grace, length) -> length == Step.LONGEST ? 0 : length);
            told.computeIfPresent("size", (size, length) -> length == Step.LONGEST ? 20 : length);
        }
        if (atEnds && operator.result() == Kind.WINDOWS) {
            told.put(Step.KEPT, Step.LONGEST); // nothing expires by a jump of time
        }
        int number = next++;
        steps.put(number, new Step(operator, List.copyOf(inputs), Map.copyOf(told)));
        return number;
    }

    private int told(Operator operator, Parameter parameter) {
        int told = pick(atEnds ? parameter.choicesAndEnds() : parameter.choices());
        // Kafka Streams fails where a session and its gap go beyond the end of time, and its punctuators never end
        // there.
        boolean isBeyondEnd = told == Step.LONGEST
                && makesSessions(operator)
                && parameter.name().equals("size");
        boolean neverEnds = atEnds && told == 2 && parameter.name().equals("use");
        return isBeyondEnd || neverEnds ? parameter.choices().getFirst() : told;
    }

    private static boolean isFinal(Step step) {
        return step.get("final", 0) == 1;
    }

    private static boolean makesSessions(Operator operator) {
        return operator == Operator.SESSION_WINDOWS || operator == Operator.WINDOWED_COGROUP;
    }

    /** A step of that kind: mostly the newest, sometimes another, or a new one. */
    private int input(Kind kind) {
        List<Integer> there = steps.entrySet().stream()
                .filter(entry -> entry.getValue().operator().result().is(kind))
                .map(Map.Entry::getKey)
                .toList();
        if (there.isEmpty() || random.nextInt(4) == 0) {
            return add(maker(kind));
        }
        return random.nextBoolean() ? there.getLast() : pick(there);
    }

    /**
     * Kafka Streams cannot join windowed tables of cogrouped streams: it reads them as if they had no windows. And it
     * takes them for versioned behind a versioned table, where it refuses to suppress, and where a filter forwards that
     * a row has gone which was never there.
     */
    private boolean isApart(Operator operator) {
        return operator == Operator.WINDOWS_JOIN
                || (operator == Operator.WINDOWS_SUPPRESS || operator == Operator.WINDOWS_FILTER)
                        && steps.values().stream().anyMatch(Step::keepsVersions);
    }

    private boolean isOfCogrouped(int number) {
        Step step = Objects.requireNonNull(steps.get(number), "step");
        return step.operator() == Operator.WINDOWED_COGROUP
                || step.operator().inputs().contains(Kind.WINDOWS)
                        && step.inputs().stream().anyMatch(this::isOfCogrouped);
    }

    private Operator maker(Kind kind) {
        return switch (kind) {
            case STREAM -> Operator.STREAM;
            case VERSIONED -> pick(List.of(Operator.VERSIONED_TABLE, Operator.TO_VERSIONED_TABLE));
            case GLOBAL -> Operator.GLOBAL_TABLE;
            case TABLE -> pick(List.of(Operator.TABLE, Operator.TABLE, Operator.TO_TABLE, Operator.COUNT));
            case WINDOWS -> pick(List.of(Operator.TIME_WINDOWS, Operator.SLIDING_WINDOWS, Operator.SESSION_WINDOWS));
        };
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("statestore.cache.max.bytes", pick(List.of("0", "1000000")));
        settings.put("topology.optimization", pick(List.of("none", "none", "all")));
        settings.put("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", pick(List.of("0", "1000")));
        settings.put(Program.AFTER_FAILURE, pick(List.of("fail", "continue")));
        settings.put(Program.STORES, pick(List.of("disk", "disk", "disk", "memory")));
        settings.put(Program.FORMAT, pick(List.of("default", "default", "headers")));
        return settings;
    }

    private List<Event> events(List<Integer> sources) {
        List<Event> events = new ArrayList<>();
        long timeMs = START_MS;
        int wanted = 2 + random.nextInt(EVENTS_MAX - 1);
        boolean keepsVersions = steps.values().stream().anyMatch(Step::keepsVersions);
        boolean hasMargin = steps.values().stream().anyMatch(step -> makesSessions(step.operator()) || isFinal(step));
        long latestMs = Long.MAX_VALUE - (hasMargin ? MARGIN_MS : 0);
        Set<Long> taken = new HashSet<>();
        for (int i = 0; i < wanted; i++) {
            timeMs += step();
            long eventMs = random.nextInt(3) == 0 ? Math.max(0, timeMs - random.nextInt(80)) : timeMs;
            if (atEnds && random.nextInt(2) == 0) {
                eventMs = Math.min(pick(ENDS), latestMs);
            }
            while (keepsVersions && !taken.add(eventMs)) {
                eventMs = eventMs == Long.MAX_VALUE
                        ? START_MS
                        : eventMs + 1; // Kafka Streams may forget a deletion that has the time of the version before
            }
            events.add(
                    random.nextInt(12) == 0
                            ? new Event.Wait(random.nextInt(100) + 1L)
                            : new Event.Input(pick(sources), key(), number(), eventMs, header()));
        }
        return events;
    }

    private long step() {
        return switch (random.nextInt(10)) {
            case 0, 1 -> 0;
            case 2 -> 100 + random.nextInt(200);
            case 3 -> random.nextInt(20) == 0 ? 100_000 : 5;
            default -> random.nextInt(15);
        };
    }

    private @Nullable String key() {
        if (onlyKey != null) {
            return onlyKey;
        }
        if (atEnds && random.nextInt(8) == 0 && steps.values().stream().noneMatch(Programs::isFinal)) {
            return "";
        }
        return random.nextInt(16) == 0 ? null : String.valueOf((char) ('a' + random.nextInt(3)));
    }

    private @Nullable Integer number() {
        return random.nextInt(8) == 0 ? null : random.nextInt(10);
    }

    private @Nullable String header() {
        if (atEnds && random.nextInt(8) == 0) {
            return Event.Input.NO_VALUE;
        }
        return random.nextInt(6) == 0 ? "h" + random.nextInt(3) : null;
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
