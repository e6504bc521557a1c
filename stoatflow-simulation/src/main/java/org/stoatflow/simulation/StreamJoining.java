package org.stoatflow.simulation;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig.InternalConfig;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.JoinWindows;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.StreamJoined;

/**
 * Joins the records with even ids, the left side, with those with odd ids, within their source partition. Results go
 * over a hop. They are {@code left+right}, the ids of both, with a dash for the one that is missing.
 */
final class StreamJoining {
    static final String RESULTS = "joined";
    static final String NOBODY = "-";
    static final long DIFFERENCE_MS = 6;
    static final long GRACE_MS = 4;
    /** The records without a partner of the left join, and of the outer one. */
    static final String UNJOINED = "join-left-shared-join-store";

    static final String UNJOINED_OF_BOTH = "join-outer-shared-join-store";

    private StreamJoining() {}

    static boolean isLeft(int id) {
        return id % 2 == 0;
    }

    /** A left join in one stage, which is given all records of a partition in their order. */
    static void inOrder(StreamsBuilder builder, UserCode code) {
        KStream<String, String> all = all(builder);
        put(side(all, true, code).leftJoin(side(all, false, code), (l, r) -> joined(code, l, r), windows(), stores()));
    }

    /** An outer join behind two hops, one for each side. */
    static void behindHops(StreamsBuilder builder, UserCode code, int partitions) {
        KStream<String, String> all = all(builder);
        Repartitioned<String, String> sameOnes = strings()
                .withNumberOfPartitions(partitions)
                .withStreamPartitioner((topic, key, value, count) -> Optional.of(Set.of(code.partition(value))));
        KStream<String, String> left = side(all, true, code).repartition(sameOnes.withName("left"));
        KStream<String, String> right = side(all, false, code).repartition(sameOnes.withName("right"));
        put(left.outerJoin(right, (l, r) -> joined(code, l, r), windows(), stores()));
    }

    /** Closed records are forwarded without a throttle by the wall clock. */
    static Map<String, Object> config() {
        return Map.of(InternalConfig.EMIT_INTERVAL_MS_KSTREAMS_OUTER_JOIN_SPURIOUS_RESULTS_FIX, 0L);
    }

    private static KStream<String, String> all(StreamsBuilder builder) {
        return builder.stream("keyed", Consumed.with(Serdes.String(), Serdes.String()));
    }

    private static KStream<String, String> side(KStream<String, String> all, boolean left, UserCode code) {
        return all.filter((key, value) -> isLeft(id(value)) == left).mapValues(code::pass);
    }

    private static JoinWindows windows() {
        return JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(DIFFERENCE_MS), Duration.ofMillis(GRACE_MS));
    }

    private static StreamJoined<String, String, String> stores() {
        return StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String())
                .withStoreName("join");
    }

    private static Repartitioned<String, String> strings() {
        return Repartitioned.with(Serdes.String(), Serdes.String());
    }

    private static void put(KStream<String, String> results) {
        results.repartition(strings().withName("results")).to(RESULTS, Produced.with(Serdes.String(), Serdes.String()));
    }

    /** The function fails only for pairs, since a lone record may be forwarded when no record is in process. */
    private static String joined(UserCode code, String left, String right) {
        if (left == null || right == null) {
            return left == null ? NOBODY + "+" + id(right) : id(left) + "+" + NOBODY;
        }
        code.again(id(left));
        return id(left) + "+" + id(right);
    }

    private static int id(String value) {
        return Integer.parseInt(value.substring(0, value.indexOf(':')));
    }
}
