package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.kafka.common.errors.RetriableException;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.api.ContextualFixedKeyProcessor;
import org.stoatflow.streams.processor.api.FixedKeyRecord;

/**
 * Two tables of counts are joined: each record raises the sum of both counts of its key by one. So a lane that does not
 * see the other side's rows, or older ones, gives another sum.
 */
class JoinedTablesTest {
    private static final int KEYS = 7;
    private static final int RECORDS = 60;
    private static final int ROUNDS = 4;
    private static final int LANES = 5;
    private static final int ATTEMPTS = 3;
    private static final int BACKOFF_MS = 10;
    private static final long SEED = 11;

    private final Map<String, Long> fed = new TreeMap<>();
    private final Map<String, List<String>> sums = new TreeMap<>();
    private int calls;

    private static ErrorHandling errors() {
        long backoffNs = TimeUnit.MILLISECONDS.toNanos(BACKOFF_MS);
        return new ErrorHandling(
                LogAndFailExceptionHandler::new,
                LogAndFailProcessingExceptionHandler::new,
                DefaultProductionExceptionHandler::new,
                new RetryPolicy(ATTEMPTS, backoffNs, backoffNs, 10, new RetriableErrors()),
                1);
    }

    /** @param failsEach the join fails in each so many calls; 0 for never */
    private Consumer<StreamsBuilder> program(int failsEach) {
        return builder -> {
            KStream<String, String> in = builder.stream(LaneRig.IN);
            sum(counts(in, "left"), counts(in, "right"), failsEach);
        };
    }

    /** As {@link #program}, with a processor of which nothing is known, so that the stage runs by partition. */
    private Consumer<StreamsBuilder> programByPartition(int failsEach) {
        return builder -> {
            KStream<String, String> in = builder.stream(LaneRig.IN);
            KTable<String, Long> right = counts(in, "right");
            right.toStream().processValues(Unknown::new);
            sum(counts(in, "left"), right, failsEach);
        };
    }

    private static KTable<String, Long> counts(KStream<String, String> in, String side) {
        return in.filter((key, value) -> value.equals(side))
                .repartition(Repartitioned.as(side))
                .groupByKey()
                .count(Materialized.as(side));
    }

    private void sum(KTable<String, Long> left, KTable<String, Long> right, int failsEach) {
        left.outerJoin(right, (x, y) -> {
                    if (failsEach > 0 && calls++ % failsEach == 0) {
                        throw new RetriableException("not yet") {};
                    }
                    return String.valueOf((x == null ? 0 : x) + (y == null ? 0 : y));
                })
                .toStream()
                .to("out");
    }

    private static final class Unknown extends ContextualFixedKeyProcessor<String, Long, Long> {
        @Override
        public void process(FixedKeyRecord<String, Long> record) {
            assertTrue(record.value() > 0);
        }
    }

    @Test
    void shouldSeeTheRowsOfBothTablesByKey() {
        LaneRig rig = LaneRig.byKey(program(0), errors(), LANES, 0);
        assertTrue(joining(rig).isByKey());
        assertEquals(LANES, joining(rig).placement().lanes());
        run(rig);
    }

    @Test
    void shouldSeeTheRowsOfBothTablesByPartition() {
        LaneRig rig = LaneRig.exactlyOnce(programByPartition(0), errors());
        assertFalse(joining(rig).isByKey());
        run(rig);
    }

    @Test
    void shouldSeeTheRowsOfBothTablesWhereRecordsAreRunAgainByKey() {
        run(LaneRig.byKey(program(7), errors(), LANES, 0));
        assertTrue(calls > ROUNDS * RECORDS, "some calls are made again");
    }

    @Test
    void shouldSeeTheRowsOfBothTablesWhereRecordsAreRunAgainByPartition() {
        run(LaneRig.exactlyOnce(programByPartition(7), errors()));
        assertTrue(calls > ROUNDS * RECORDS, "some calls are made again");
    }

    /** The stage of the join, which is behind the hops. */
    private static Stage joining(LaneRig rig) {
        return rig.stage(1);
    }

    /** Feeds records of random keys of both sides, a key always in one partition, and cuts an epoch in each round. */
    private void run(LaneRig rig) {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < RECORDS; i++) {
                int key = random.nextInt(KEYS);
                rig.feed(key % LaneRig.PARTITIONS, "k" + key + "=" + (random.nextBoolean() ? "left" : "right"));
                fed.merge("k" + key, 1L, Long::sum);
                if (random.nextInt(8) == 0) {
                    rig.run();
                }
            }
            rig.cut();
            for (int i = 0; i < RECORDS && !rig.isCutComplete(); i++) {
                rig.pass(BACKOFF_MS);
                rig.run();
            }
            assertTrue(rig.isCutComplete(), "round " + round);
            rig.sent().stream().filter(line -> line.startsWith("out ")).forEach(line -> {
                String[] parts = line.substring("out ".length()).split("=", 2);
                sums.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(parts[1]);
            });
        }
        Map<String, List<String>> expected = new TreeMap<>();
        fed.forEach((key, count) -> expected.put(
                key, LongStream.rangeClosed(1, count).mapToObj(String::valueOf).toList()));
        assertEquals(expected, sums);
    }
}
