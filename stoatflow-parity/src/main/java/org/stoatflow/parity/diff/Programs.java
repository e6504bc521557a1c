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

    private final RandomGenerator random;
    private final Map<Integer, Step> steps = new TreeMap<>();
    private int next;

    private Programs(RandomGenerator random) {
        this.random = random;
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
            inputs.add(operator == Operator.WINDOWS_JOIN && isOfCogrouped(input) ? add(Operator.TIME_WINDOWS) : input);
        }
        Map<String, Integer> told = new HashMap<>();
        for (Parameter parameter : operator.parameters()) {
            told.put(parameter.name(), pick(parameter.choices()));
        }
        int number = next++;
        steps.put(number, new Step(operator, List.copyOf(inputs), Map.copyOf(told)));
        return number;
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

    /** Kafka Streams cannot join windowed tables of cogrouped streams: it reads them as if they had no windows. */
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
        return settings;
    }

    private List<Event> events(List<Integer> sources) {
        List<Event> events = new ArrayList<>();
        long timeMs = START_MS;
        int wanted = 2 + random.nextInt(EVENTS_MAX - 1);
        boolean keepsVersions = steps.values().stream().anyMatch(Step::keepsVersions);
        Set<Long> taken = new HashSet<>();
        for (int i = 0; i < wanted; i++) {
            timeMs += step();
            long eventMs = random.nextInt(3) == 0 ? Math.max(0, timeMs - random.nextInt(80)) : timeMs;
            while (keepsVersions && !taken.add(eventMs)) {
                eventMs++; // Kafka Streams may forget a deletion that has the time of the version before
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
        return random.nextInt(16) == 0 ? null : String.valueOf((char) ('a' + random.nextInt(3)));
    }

    private @Nullable Integer number() {
        return random.nextInt(8) == 0 ? null : random.nextInt(10);
    }

    private @Nullable String header() {
        return random.nextInt(6) == 0 ? "h" + random.nextInt(3) : null;
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
