package org.stoatflow.bench.scenario;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Branched;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Repartitioned;

/**
 * A deep fan-out: each record goes three ways, each with a key and a repartition topic of its own; behind it the way
 * splits in three again, and each of the nine counts its records by another key behind another repartition topic. That
 * makes 13 sub-topologies.
 */
record FanOut(String name, int standardRate, int keys) implements Scenario {
    private static final int WAYS = 3;

    @Override
    public List<String> outputs() {
        return IntStream.range(0, WAYS * WAYS)
                .mapToObj(leaf -> leaf(leaf / WAYS, leaf % WAYS))
                .toList();
    }

    private static String leaf(int way, int turn) {
        return "leaf-" + way + "-" + turn;
    }

    @Override
    public Topology topology(Topics topics) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> input = builder.stream(topics.name("input"));
        for (int way = 0; way < WAYS; way++) {
            int shift = way + 1;
            KStream<String, String> moved =
                    input.selectKey((key, value) -> key(value, shift)).repartition(Repartitioned.as("way-" + way));
            Map<String, KStream<String, String>> turns = moved.split(Named.as("turn-" + way + "-"))
                    .branch((key, value) -> turn(value) == 0, Branched.as("0"))
                    .branch((key, value) -> turn(value) == 1, Branched.as("1"))
                    .defaultBranch(Branched.as("2"));
            for (int turn = 0; turn < WAYS; turn++) {
                int further = shift + WAYS * (turn + 1);
                String leaf = leaf(way, turn);
                Objects.requireNonNull(turns.get("turn-" + way + "-" + turn))
                        .selectKey((key, value) -> key(value, further))
                        .repartition(Repartitioned.as(leaf))
                        .groupByKey()
                        .count()
                        .toStream()
                        .mapValues(String::valueOf)
                        .to(topics.name(leaf));
            }
        }
        return builder.build();
    }

    /** Another key of the same value for each shift. */
    private String key(String value, int shift) {
        return "key-" + Math.floorMod(Long.parseLong(value) * 31 * shift, keys);
    }

    private static int turn(String value) {
        return (int) (Long.parseLong(value) % WAYS);
    }

    @Override
    public Input input(long number) {
        long value = new SplittableRandom(number).nextLong(Integer.MAX_VALUE);
        return Input.of(number, null, Long.toString(value));
    }

    @Override
    public OutputCheck newCheck(long inputs) {
        Map<String, Map<String, Long>> counts = new HashMap<>();
        for (long number = 0; number < inputs; number++) {
            String value = input(number).text();
            int turn = turn(value);
            for (int way = 0; way < WAYS; way++) {
                counts.computeIfAbsent(leaf(way, turn), leaf -> new HashMap<>())
                        .merge(key(value, way + 1 + WAYS * (turn + 1)), 1L, Long::sum);
            }
        }
        Reference reference = new Reference();
        counts.forEach((leaf, keysOfLeaf) ->
                keysOfLeaf.forEach((key, count) -> reference.expectLast(leaf, key, Long.toString(count))));
        return reference;
    }
}
