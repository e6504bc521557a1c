package org.stoatflow.bench.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;

/** Joins two streams three times: inner, left and outer. Records take turns between the two. */
record StreamJoins(String name, int standardRate, int keys) implements Scenario {
    private static final int STEP_MS = 2;
    private static final int BEGIN_MS = 60_000;
    private static final Duration DIFFERENCE = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final long CLOSING_MS = Duration.ofMinutes(10).toMillis();
    private static final String BETWEEN = "|";

    @Override
    public List<String> inputs() {
        return List.of("left", "right");
    }

    @Override
    public List<String> outputs() {
        return List.of("inner", "left-joined", "outer");
    }

    @Override
    public Topology topology(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> left = builder.stream(topics.name("left"));
        KStream<String, String> right = builder.stream(topics.name("right"));
        JoinWindows windows = JoinWindows.ofTimeDifferenceAndGrace(DIFFERENCE, GRACE);
        left.join(right, StreamJoins::joined, windows).to(topics.name("inner"));
        left.leftJoin(right, StreamJoins::joined, windows).to(topics.name("left-joined"));
        left.outerJoin(right, StreamJoins::joined, windows).to(topics.name("outer"));
        return builder.build();
    }

    private static String joined(@Nullable String left, @Nullable String right) {
        return left + BETWEEN + right;
    }

    @Override
    public Input input(long number) {
        int key = new SplittableRandom(number).nextInt(keys);
        return event((int) (number % 2), key, "key-" + key, Long.toString(number), BEGIN_MS + number * STEP_MS);
    }

    private static Input event(int topic, long spread, String key, String value, long eventMs) {
        return new Input(topic, spread, Input.bytes(key), Input.bytes(value), eventMs);
    }

    @Override
    public boolean hasEventTime() {
        return true;
    }

    /** Kafka Streams looks for records without a match once a second, in which it may meet two rounds. */
    @Override
    public int closingRounds() {
        return 2;
    }

    @Override
    public List<Input> closing(long inputs, int partitions, int round) {
        List<Input> closing = new ArrayList<>();
        long eventMs = BEGIN_MS + inputs * STEP_MS + (round + 1) * CLOSING_MS;
        for (int partition = 0; partition < partitions; partition++) {
            for (int topic = 0; topic < inputs().size(); topic++) {
                closing.add(event(topic, partition, Reference.CLOSING + "-" + topic + "-" + partition, "", eventMs));
            }
        }
        return closing;
    }

    @Override
    public OutputCheck newCheck(long inputs) {
        Map<String, TreeMap<Long, String>> left = new TreeMap<>();
        Map<String, TreeMap<Long, String>> right = new TreeMap<>();
        for (long number = 0; number < inputs; number++) {
            Input input = input(number);
            (input.topic() == 0 ? left : right)
                    .computeIfAbsent(Texts.of(input.key()), key -> new TreeMap<>())
                    .put(input.eventMs(), input.text());
        }
        Reference reference = new Reference();
        left.forEach((key, records) -> records.forEach((ms, value) -> {
            List<String> others = near(right.get(key), ms);
            for (String other : others) {
                outputs().forEach(topic -> reference.expect(topic, key, joined(value, other)));
            }
            if (others.isEmpty()) {
                reference.expect("left-joined", key, joined(value, null));
                reference.expect("outer", key, joined(value, null));
            }
        }));
        right.forEach((key, records) -> records.forEach((ms, value) -> {
            if (near(left.get(key), ms).isEmpty()) {
                reference.expect("outer", key, joined(null, value));
            }
        }));
        return reference;
    }

    private static List<String> near(@Nullable TreeMap<Long, String> records, long ms) {
        return records == null
                ? List.of()
                : List.copyOf(records.subMap(ms - DIFFERENCE.toMillis(), true, ms + DIFFERENCE.toMillis(), true)
                        .values());
    }
}
