package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.errors.StreamsException;

class RestorePlannerTest {
    private static final long NOW = 100_000;
    private static final StoreFormat FORMAT = StoreFormats.of(new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of())));
    private static final StoreChangelog CHANGELOG = new StoreChangelog("s", 7, "t", List.of(0), 10_000, FORMAT);

    @ParameterizedTest
    @CsvSource(textBlock = """
            # stored, ownEnd, appliedAt, begin, end, reason,               from, completeAt
            -1,       -1,     0,         0,     0,   FULL_POSITION_MISSING, 0,   100000
            -1,       -1,     0,         5,     9,   FULL_POSITION_MISSING, 5,   100000
            9,        9,      99999,     5,     9,   UP_TO_DATE,            9,   99999
            9,        9,      1,         5,     9,   UP_TO_DATE,            9,   1
            9,        10,     1,         5,     9,   UP_TO_DATE,            9,   1
            0,        0,      1,         0,     0,   UP_TO_DATE,            0,   1
            8,        9,      1,         5,     9,   UP_TO_DATE,            8,   1
            6,        9,      1,         5,     9,   UP_TO_DATE,            6,   1
            8,        9,      1,         9,     9,   UP_TO_DATE,            8,   1
            5,        5,      99999,     5,     9,   TAIL,                  5,   99999
            8,        8,      90001,     0,     9,   TAIL,                  8,   90001
            7,        8,      90001,     0,     9,   TAIL,                  7,   90001
            7,        10,     90001,     0,     9,   TAIL,                  7,   90001
            8,        8,      100000,    0,     9,   TAIL,                  8,   100000
            8,        8,      100001,    0,     9,   FULL_CLOCK_AHEAD,      0,   100000
            8,        8,      9223372036854775807, 0, 9, FULL_CLOCK_AHEAD,  0,   100000
            9,        9,      200000,    0,     9,   UP_TO_DATE,            9,   200000
            8,        8,      90000,     0,     9,   FULL_TOO_OLD,          0,   100000
            7,        8,      90000,     0,     9,   FULL_TOO_OLD,          0,   100000
            4,        4,      99999,     5,     9,   FULL_OFFSET_GONE,      5,   100000
            4,        5,      1,         5,     9,   FULL_OFFSET_GONE,      5,   100000
            10,       11,     99999,     5,     9,   FULL_BEYOND_END,       5,   100000
            3,        4,      99999,     0,     0,   FULL_BEYOND_END,       0,   100000
            """)
    void shouldPlan(
            long stored,
            long ownEnd,
            long appliedAtMs,
            long begin,
            long end,
            RestoreReason reason,
            long from,
            long completeAtMs) {
        List<RestoreTask> tasks = RestorePlanner.plan(
                List.of(CHANGELOG),
                (store, partition) -> stored < 0 ? null : new ChangelogPosition(stored, ownEnd, appliedAtMs),
                Map.of(new TopicPartition("t", 0), new LogRange(begin, end)),
                NOW);
        assertEquals(
                List.of(new RestoreTask(CHANGELOG, 0, from, new RestoreGoal.UpTo(end), reason, completeAtMs, NOW)),
                tasks);
        assertEquals(reason.name().startsWith("FULL"), reason.isFull());
    }

    @Test
    void shouldReadTheTailHoweverLateWhereNoTombstoneIsCompactedAway() {
        StoreChangelog kept = new StoreChangelog("s", 7, "t", List.of(0), Long.MAX_VALUE, FORMAT);
        RestoreTask task = RestorePlanner.plan(
                        List.of(kept),
                        (store, partition) -> new ChangelogPosition(8, 0),
                        Map.of(new TopicPartition("t", 0), new LogRange(0, 9)),
                        Duration.ofDays(1000).toMillis())
                .getFirst();
        assertEquals(RestoreReason.TAIL, task.reason());
        assertEquals(8, task.from());
    }

    @Test
    void shouldPlanEachPartitionOfEachStoreByItsOwnPosition() {
        StoreChangelog two = new StoreChangelog("two", 8, "u", List.of(0, 1), 10_000, FORMAT);
        List<RestoreTask> tasks = RestorePlanner.plan(
                List.of(CHANGELOG, two),
                (store, partition) -> store == 8 && partition == 1 ? new ChangelogPosition(3, NOW) : null,
                Map.of(
                        new TopicPartition("t", 0), new LogRange(0, 5),
                        new TopicPartition("u", 0), new LogRange(0, 5),
                        new TopicPartition("u", 1), new LogRange(0, 5)),
                NOW);
        assertEquals(
                List.of(RestoreReason.FULL_POSITION_MISSING, RestoreReason.FULL_POSITION_MISSING, RestoreReason.TAIL),
                tasks.stream().map(RestoreTask::reason).toList());
        assertEquals(
                "store two, u-1, offsets 3 to 5: it misses the end of its changelog",
                tasks.get(2).toString());
    }

    @Test
    void shouldPlanThosePartitionsThatAreHere() {
        StoreChangelog odd = new StoreChangelog("odd", 9, "v", List.of(1, 3), 10_000, FORMAT);
        LogRange range = new LogRange(0, 5);
        List<RestoreTask> tasks = RestorePlanner.plan(
                List.of(odd),
                (store, partition) -> null,
                Map.of(new TopicPartition("v", 1), range, new TopicPartition("v", 3), range),
                NOW);
        assertEquals(List.of(1, 3), tasks.stream().map(RestoreTask::partition).toList());
    }

    @Test
    void shouldNameAPartitionWithoutOffsets() {
        StreamsException refused = assertThrows(
                StreamsException.class,
                () -> RestorePlanner.plan(List.of(CHANGELOG), (store, partition) -> null, Map.of(), NOW));
        assertTrue(refused.getMessage().contains("Store s"), refused.getMessage());
        assertTrue(refused.getMessage().contains("partition 0 of topic t"), refused.getMessage());
    }

    @Test
    void shouldReadRangesFromAConsumer() {
        FakeLogs logs = new FakeLogs();
        logs.log("t", 0).append("a", "1", 0);
        logs.log("t", 0).marker();
        Map<TopicPartition, LogRange> ranges =
                LogRanges.read(logs.consumer(10), List.of(new TopicPartition("t", 0)), Duration.ofSeconds(1));
        assertEquals(Map.of(new TopicPartition("t", 0), new LogRange(0, 2)), ranges);
    }

    @Test
    void shouldShareTasksOutBySize() {
        List<RestoreTask> tasks = List.of(sized(1), sized(10), sized(4), sized(5), sized(1));
        List<List<RestoreTask>> shares = RestoreThreads.shares(tasks, 2);
        assertEquals(2, shares.size());
        long first = shares.get(0).stream().mapToLong(RestoreTask::to).sum();
        assertTrue(first >= 10 && first <= 11, "offsets of the first share: " + first);
        assertEquals(5, shares.get(0).size() + shares.get(1).size());
        assertEquals(0, RestoreThreads.shares(List.of(), 2).size());
        assertEquals(5, RestoreThreads.shares(tasks, 9).size());
    }

    private static RestoreTask sized(long offsets) {
        return new RestoreTask(CHANGELOG, 0, 0, new RestoreGoal.UpTo(offsets), RestoreReason.TAIL, NOW, NOW);
    }
}
