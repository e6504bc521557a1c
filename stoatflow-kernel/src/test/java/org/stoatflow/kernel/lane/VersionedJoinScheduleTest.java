package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.topology.LogicalTopology;

/**
 * A stream and a versioned table come by a hop each, and are joined without a grace period. The table may be ahead, by
 * what the schedule says (docs/design/031, "Joins without a grace period").
 */
class VersionedJoinScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 150);
    private static final int RECORDS = 60;
    private static final long STEP_MS = 1_000;
    private static final Duration LONG = Duration.ofMillis(RECORDS * STEP_MS);
    private static final Duration SHORT = Duration.ofMillis(5 * STEP_MS);
    private static final String NONE = "none";

    private final long seed = Long.getLong("stoatflow.test.seed", 42);

    /**
     * Results by the stream's value.
     *
     * @param joined what they are
     * @param kept what they would be if the table knew all of its past
     * @param ahead those that may find nothing, since a later row of the table is further ahead than its history
     */
    private record Results(Map<String, String> joined, Map<String, String> kept, Map<String, Boolean> ahead) {}

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindNoOtherRowThanThatOfItsTimeOrOneThatCameLater(boolean exactlyOnce) {
        for (int i = 0; i < SCHEDULES; i++) {
            Results results = run(exactlyOnce, LONG, seed + i);
            results.joined()
                    .forEach((value, row) -> assertTrue(
                            row.equals(results.kept().get(value))
                                    || isEarlier(row, results.kept().get(value)),
                            value + " joined with " + row));
        }
    }

    /** It has no row yet where the stream is ahead, and has lost it where the table is. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLoseARowOnlyWhereTheTableIsFurtherAheadThanItsHistory(boolean exactlyOnce) {
        int lost = 0;
        for (int i = 0; i < SCHEDULES; i++) {
            Results ofShort = run(exactlyOnce, SHORT, seed + i);
            Results ofLong = run(exactlyOnce, LONG, seed + i); // the same schedule
            for (Map.Entry<String, String> result : ofShort.joined().entrySet()) {
                String longer = ofLong.joined().get(result.getKey());
                if (!result.getValue().equals(longer)) {
                    assertEquals(NONE, result.getValue(), result.getKey() + " -Dstoatflow.test.seed=" + (seed + i));
                    assertTrue(ofShort.ahead().get(result.getKey()), result.getKey());
                    lost++;
                }
            }
        }
        assertTrue(lost > 0, "docs/design/031 and COMPATIBILITY say that rows may be lost");
    }

    private static boolean isEarlier(String row, String kept) {
        return row.equals(NONE) || !kept.equals(NONE) && number(row) < number(kept);
    }

    private static int number(String row) {
        return Integer.parseInt(row.substring(1));
    }

    private static Results run(boolean exactlyOnce, Duration history, long seed) {
        Random random = new Random(seed);
        Map<String, String> rows = new HashMap<>();
        Map<String, String> kept = new TreeMap<>();
        Map<String, Boolean> ahead = new TreeMap<>();
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            String key = String.valueOf(random.nextInt(3));
            String value = (random.nextBoolean() ? "S" : "T") + i;
            input.add(SteppedLanes.record(partition(key), i, i * STEP_MS, key, value));
            if (value.startsWith("T")) {
                rows.put(key, value);
            } else {
                kept.put(value, rows.getOrDefault(key, NONE));
            }
        }
        for (ConsumerRecord<byte[], byte[]> of : input) {
            ahead.put(
                    text(of.value()),
                    input.stream()
                            .anyMatch(row -> text(row.value()).startsWith("T")
                                    && row.partition() == of.partition()
                                    && row.timestamp() - of.timestamp() > SHORT.toMillis()));
        }
        SteppedLanes lanes = new SteppedLanes(topology(history), exactlyOnce, 0, 2, 256, input, random.nextLong());
        Map<String, String> joined = new TreeMap<>();
        lanes.run()
                .forEach(commit -> commit.output().forEach(result -> {
                    String[] parts = result.substring(result.indexOf('=') + 1).split("\\+");
                    joined.put(parts[0], parts[1]);
                }));
        assertEquals(kept.keySet(), joined.keySet());
        return new Results(joined, kept, ahead);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static int partition(String key) {
        return Stage.hash(key.getBytes(StandardCharsets.UTF_8)) % SteppedLanes.PARTITIONS;
    }

    private static LogicalTopology topology(Duration history) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> all =
                builder.stream(SteppedLanes.INPUT, Consumed.with(Serdes.String(), Serdes.String()));
        side(all, "S")
                .leftJoin(
                        side(all, "T")
                                .toTable(Materialized.<String, String>as(
                                                Stores.persistentVersionedKeyValueStore("rows", history))
                                        .withKeySerde(Serdes.String())
                                        .withValueSerde(Serdes.String())),
                        (value, row) -> value + "+" + (row == null ? NONE : row),
                        Joined.with(Serdes.String(), Serdes.String(), Serdes.String()))
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        return TopologyAccess.logical(builder.build());
    }

    private static KStream<String, String> side(KStream<String, String> all, String first) {
        return all.filter((key, value) -> value.startsWith(first))
                .repartition(Repartitioned.<String, String>as(first)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.String())
                        .withNumberOfPartitions(SteppedLanes.PARTITIONS));
    }
}
