package org.stoatflow.bench.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.KGroupedStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.SessionWindows;
import org.stoatflow.streams.kstream.SlidingWindows;
import org.stoatflow.streams.kstream.Suppressed;
import org.stoatflow.streams.kstream.Suppressed.BufferConfig;
import org.stoatflow.streams.kstream.TimeWindows;
import org.stoatflow.streams.kstream.Window;
import org.stoatflow.streams.kstream.Windowed;

/**
 * Counts and adds up records in windows of all kinds: tumbling, hopping, sliding, sessions, and tumbling ones of which
 * only the final value comes. A tenth of the records is out of order, none so much that it is dropped.
 *
 * <p>Final values have the headers of the last record of their window, not of the one that ended it, and sessions have
 * no headers, on both libraries: so both have no latency.
 */
record Windows(String name, int standardRate, int keys) implements Scenario {
    private static final int STEP_MS = 10;
    private static final int BEGIN_MS = 60_000;
    private static final int LATE_OF = 10;
    private static final int LATE_MAX_MS = 2_000;
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration TUMBLING = Duration.ofSeconds(10);
    private static final Duration HOPPING = Duration.ofSeconds(20);
    private static final Duration ADVANCE = Duration.ofSeconds(5);
    private static final Duration SLIDING = Duration.ofSeconds(6);
    private static final Duration GAP = Duration.ofSeconds(3);
    private static final long EVENT_TIME_MS = Duration.ofHours(6).toMillis(); // all runs begin at a multiple of it
    private static final long CLOSING_MS = Duration.ofMinutes(10).toMillis();
    private static final String NOTHING = "0:0";

    @Override
    public List<String> outputs() {
        return List.of("tumbling", "hopping", "sliding", "sessions", "final");
    }

    @Override
    public Set<String> withoutTrigger() {
        return Set.of("final", "sessions");
    }

    @Override
    public Topology topology(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, String> events =
                builder.<String, String>stream(topics.name("input")).groupByKey();
        KTable<Windowed<String>, String> tumbling = events.windowedBy(TimeWindows.ofSizeAndGrace(TUMBLING, GRACE))
                .aggregate(
                        () -> NOTHING,
                        (key, value, tally) -> added(tally, value),
                        Materialized.with(Serdes.String(), Serdes.String()));
        write(tumbling, topics.name("tumbling"));
        write(tumbling.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded())), topics.name("final"));
        write(
                events.windowedBy(TimeWindows.ofSizeAndGrace(HOPPING, GRACE).advanceBy(ADVANCE))
                        .aggregate(
                                () -> NOTHING,
                                (key, value, tally) -> added(tally, value),
                                Materialized.with(Serdes.String(), Serdes.String())),
                topics.name("hopping"));
        write(
                events.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(SLIDING, GRACE))
                        .aggregate(
                                () -> NOTHING,
                                (key, value, tally) -> added(tally, value),
                                Materialized.with(Serdes.String(), Serdes.String())),
                topics.name("sliding"));
        write(
                events.windowedBy(SessionWindows.ofInactivityGapAndGrace(GAP, GRACE))
                        .aggregate(
                                () -> NOTHING,
                                (key, value, tally) -> added(tally, value),
                                (key, one, other) -> merged(one, other),
                                Materialized.with(Serdes.String(), Serdes.String())),
                topics.name("sessions"));
        return builder.build();
    }

    private static void write(KTable<Windowed<String>, String> table, String topic) {
        table.toStream()
                .map((windowed, tally) -> KeyValue.pair(windowKey(windowed.key(), windowed.window()), tally))
                .to(topic);
    }

    private static String windowKey(String key, Window window) {
        return windowKey(key, window.start() % EVENT_TIME_MS, window.end() - window.start());
    }

    private static String windowKey(String key, long startMs, long lengthMs) {
        return key + "@" + startMs + "+" + lengthMs;
    }

    /** A tally is the number of values, and their sum. */
    private static String added(String tally, String value) {
        return merged(tally, "1:" + value);
    }

    private static String merged(String one, String other) {
        String[] left = one.split(":");
        String[] right = other.split(":");
        return (Long.parseLong(left[0]) + Long.parseLong(right[0])) + ":"
                + (Long.parseLong(left[1]) + Long.parseLong(right[1]));
    }

    @Override
    public Input input(long number) {
        SplittableRandom random = new SplittableRandom(number);
        int key = random.nextInt(keys);
        int lateMs = random.nextInt(LATE_OF) == 0 ? random.nextInt(LATE_MAX_MS) : 0;
        return event(key, "key-" + key, number, BEGIN_MS + number * STEP_MS - lateMs);
    }

    private static Input event(long spread, String key, long value, long eventMs) {
        return new Input(0, spread, Input.bytes(key), Input.bytes(Long.toString(value)), eventMs);
    }

    @Override
    public boolean hasEventTime() {
        return true;
    }

    @Override
    public int closingRounds() {
        return 1;
    }

    @Override
    public List<Input> closing(long inputs, int partitions, int round) {
        List<Input> closing = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            String key = Reference.CLOSING + "-" + partition;
            closing.add(event(partition, key, 0, BEGIN_MS + inputs * STEP_MS + CLOSING_MS));
        }
        return closing;
    }

    @Override
    public OutputCheck newCheck(long inputs) {
        Map<String, TreeMap<Long, List<Long>>> events = new TreeMap<>();
        for (long number = 0; number < inputs; number++) {
            Input input = input(number);
            events.computeIfAbsent(Texts.of(input.key()), key -> new TreeMap<>())
                    .computeIfAbsent(input.eventMs(), ms -> new ArrayList<>())
                    .add(number);
        }
        Reference reference = new Reference();
        events.forEach((key, times) -> new Expected(key, times, reference).all());
        return reference;
    }

    /** What has to come of one key's events, found by looking at each window by itself. */
    private record Expected(String key, TreeMap<Long, List<Long>> times, Reference reference) {
        void all() {
            starts(TUMBLING, TUMBLING).forEach(startMs -> {
                String tally = tally(startMs, startMs + TUMBLING.toMillis() - 1);
                reference.expect("final", windowKey(key, startMs, TUMBLING.toMillis()), String.valueOf(tally));
                last("tumbling", startMs, TUMBLING.toMillis(), tally);
            });
            starts(HOPPING, ADVANCE)
                    .forEach(startMs -> last(
                            "hopping", startMs, HOPPING.toMillis(), tally(startMs, startMs + HOPPING.toMillis() - 1)));
            sliding();
            sessions((fromMs, toMs) -> last("sessions", fromMs, toMs - fromMs, tally(fromMs, toMs)));
        }

        private Set<Long> starts(Duration size, Duration advance) {
            Set<Long> starts = new TreeSet<>();
            for (long ms : times.keySet()) {
                for (long start = ms - ms % advance.toMillis();
                        start > ms - size.toMillis();
                        start -= advance.toMillis()) {
                    starts.add(start);
                }
            }
            return starts;
        }

        /** A window ends at each event, and one begins right behind it, if an event is in that. */
        private void sliding() {
            long size = SLIDING.toMillis();
            for (long ms : times.keySet()) {
                last("sliding", ms - size, size, tally(ms - size, ms));
                last("sliding", ms + 1, size, tally(ms + 1, ms + 1 + size));
            }
        }

        private void sessions(BiConsumer<Long, Long> session) {
            long fromMs = times.firstKey();
            long toMs = fromMs;
            for (long ms : times.keySet()) {
                if (ms - toMs > GAP.toMillis()) {
                    session.accept(fromMs, toMs);
                    fromMs = ms;
                }
                toMs = ms;
            }
            session.accept(fromMs, toMs);
        }

        private void last(String topic, long startMs, long lengthMs, @Nullable String tally) {
            if (tally != null) {
                reference.expectLast(topic, windowKey(key, startMs, lengthMs), tally);
            }
        }

        /** Of the events of a span, both ends in it; null without any. */
        private @Nullable String tally(long fromMs, long toMs) {
            long count = 0;
            long sum = 0;
            for (List<Long> values : times.subMap(fromMs, true, toMs, true).values()) {
                count += values.size();
                sum += values.stream().mapToLong(value -> value).sum();
            }
            return count == 0 ? null : count + ":" + sum;
        }
    }
}
