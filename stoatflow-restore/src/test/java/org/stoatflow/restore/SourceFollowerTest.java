package org.stoatflow.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.CommittedScan;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.memory.MemoryDisk;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;
import org.stoatflow.streams.processor.StateRestoreListener;

/** A source topic is followed as far as the application has committed: the store has these records, and no others. */
class SourceFollowerTest {
    private static final int PARTITIONS = 2;
    private static final int LIVES = 30;
    private static final String TOPIC = "in";
    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(null, null),
            false,
            new ChangelogSettings(true, Map.of()));

    /** What has come about in any run. */
    private enum Happened {
        HELD_BEFORE_THE_END,
        AT_THE_END,
        NO_ANSWER,
        MADE_ANEW
    }

    private static final Set<Happened> SEEN = EnumSet.noneOf(Happened.class);

    private final FakeLogs logs = new FakeLogs();
    private final MemoryDisk disk = new MemoryDisk();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private Random random;
    private long nowMs = 1_000_000;
    private boolean answers = true;

    static long[] seeds() {
        return new Random(11).longs(60).toArray();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveWhatIsCommitted(long seed) {
        random = new Random(seed);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            log(partition);
        }
        for (int life = 0; life < LIVES; life++) {
            write();
            live();
        }
    }

    @AfterAll
    static void shouldHaveSeenAll() {
        assertEquals(EnumSet.allOf(Happened.class), SEEN);
    }

    private FakeLogs.Log log(int partition) {
        return logs.log(TOPIC, partition);
    }

    private long committed(int partition) {
        return committed.getOrDefault(new TopicPartition(TOPIC, partition), 0L);
    }

    private void write() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            for (int count = random.nextInt(8); count > 0; count--) {
                String value = random.nextInt(3) == 0 ? null : "v" + random.nextInt(100);
                log(partition).append("k" + random.nextInt(10), value, nowMs);
            }
            long left = log(partition).end - committed(partition);
            if (left > 0 && random.nextBoolean()) {
                long processed = random.nextInt((int) left + 1);
                committed.put(new TopicPartition(TOPIC, partition), committed(partition) + processed);
            }
        }
    }

    /** The owner begins the topic anew, too. */
    private void makeAnew(int partition) {
        log(partition).makeAnew();
        committed.remove(new TopicPartition(TOPIC, partition));
    }

    private Map<TopicPartition, Long> ask(Collection<TopicPartition> partitions) {
        assertEquals(PARTITIONS, partitions.size(), "one request for all");
        if (!answers) {
            SEEN.add(Happened.NO_ANSWER);
            throw new TimeoutException("no coordinator");
        }
        return new HashMap<>(committed);
    }

    /** As a restore is planned: up to what is committed, or to where the rows are. */
    private List<RestoreTask> plan(StateEngine engine) {
        StoreChangelog source = new StoreChangelog(
                "s", engine.storeId("s"), TOPIC, List.of(0, 1), Long.MAX_VALUE, StoreFormats.of(STORE));
        Map<TopicPartition, LogRange> ranges = new HashMap<>();
        logs.ranges().forEach((partition, range) -> {
            ChangelogPosition stored = engine.changelogPosition(engine.storeId("s"), partition.partition());
            long end = Math.min(committed(partition.partition()), range.end());
            long rows = stored == null || stored.nextOffset() > range.end() ? 0 : stored.nextOffset();
            ranges.put(partition, new LogRange(range.begin(), Math.max(end, rows)));
        });
        return RestorePlanner.plan(List.of(source), RestorePlanner.positionsIn(engine), ranges, nowMs);
    }

    /** A process: follows until it is killed, or ends. */
    private void live() {
        StateEngine engine = StateEngines.inMemory(disk, List.of(STORE));
        CommittedOffsets asked = this::ask;
        List<RestoreTask> tasks =
                plan(engine).stream().map(task -> task.following(asked)).toList();
        FakeLogs.LogConsumer consumer = logs.consumer(1 + random.nextInt(4));
        consumer.untold = random.nextBoolean();
        try (ChangelogRestorer follower =
                new ChangelogRestorer(tasks, engine, consumer, settings(), new Silent(), new RestoreProgress(tasks))) {
            for (int step = random.nextInt(40); step > 0; step--) {
                pass(step);
                assertTrue(follower.step(nowMs), "a follower has ended");
                requireCommittedOnly(engine);
            }
            answers = true;
            if (random.nextInt(3) == 0) {
                makeAnewWhileFollowed(follower);
            }
            if (random.nextBoolean()) {
                requireAll(engine, follower);
            }
        }
        engine.close();
    }

    private RestoreSettings settings() {
        return new RestoreSettings(
                "test",
                1,
                Duration.ZERO,
                Duration.ofSeconds(1),
                Duration.ofDays(1),
                RestoreMode.AUTO,
                1 + random.nextInt(3_000));
    }

    private void pass(int step) {
        nowMs += random.nextInt(1_500);
        answers = random.nextInt(6) > 0;
        if (step > 3 && random.nextInt(3) == 0) {
            write();
        }
    }

    /** It notices within a second, and nothing is written there before. */
    private void makeAnewWhileFollowed(ChangelogRestorer follower) {
        SEEN.add(Happened.MADE_ANEW);
        makeAnew(random.nextInt(PARTITIONS));
        for (int step = 0; step < 5; step++) {
            nowMs += 1_001;
            follower.step(nowMs);
        }
    }

    private void requireAll(StateEngine engine, ChangelogRestorer follower) {
        for (int step = 0; step < 500; step++) {
            nowMs += 501;
            follower.step(nowMs);
        }
        for (int partition = 0; partition < PARTITIONS; partition++) {
            long end = log(partition).end;
            SEEN.add(committed(partition) < end ? Happened.HELD_BEFORE_THE_END : Happened.AT_THE_END);
            ChangelogPosition position = position(engine, partition);
            if (committed(partition) > 0) {
                assertNotNull(position);
                assertEquals(committed(partition), position.nextOffset(), "partition " + partition);
            }
        }
        requireCommittedOnly(engine);
    }

    private static @Nullable ChangelogPosition position(StateEngine engine, int partition) {
        return engine.changelogPosition(engine.storeId("s"), partition);
    }

    private void requireCommittedOnly(StateEngine engine) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            ChangelogPosition position = position(engine, partition);
            if (position != null && !position.isBegunOnly()) {
                long reached = position.nextOffset();
                assertTrue(reached <= committed(partition), reached + " of " + committed(partition));
                assertEquals(table(partition, reached), rows(engine, partition), "up to " + reached);
            }
        }
    }

    private Map<String, String> table(int partition, long end) {
        Map<String, String> table = new TreeMap<>();
        log(partition).entries.headMap(end).values().forEach(entry -> {
            if (entry.value == null) {
                table.remove(entry.key);
            } else {
                table.put(entry.key, entry.value);
            }
        });
        return table;
    }

    private static Map<String, String> rows(StateEngine engine, int partition) {
        Map<String, String> rows = new TreeMap<>();
        try (CommittedScan scan = engine.scan(engine.storeId("s"), partition, null, null, true)) {
            while (scan.next()) {
                rows.put(
                        new String(scan.key(), StandardCharsets.UTF_8),
                        new String(scan.value(), StandardCharsets.UTF_8));
            }
        }
        return rows;
    }

    private static final class Silent implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition at, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition at, String store, long last, long count) {}

        @Override
        public void onRestoreEnd(TopicPartition at, String store, long total) {}
    }
}
