package org.stoatflow.kernel.lane;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.EpochWrites;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.testkit.NoOpSignals;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.state.store.StoreFormat;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;
import org.stoatflow.topology.LogicalTopology;

/**
 * Lanes that a seeded schedule steps on one thread, between a dispatcher that hands over and cuts at random and a
 * committer that applies at random. A lane is stepped only if it was woken or if its last step has done something, so a
 * missing wake shows as a deadlock.
 */
final class SteppedLanes {
    static final String INPUT = "in";
    static final String UNREAD = "unread"; // a topic from which nothing comes
    /** One in so many steps that a starving lane could do, it does. */
    private static final int STARVED = 40;

    static final int PARTITIONS = 2;
    private static final int OPEN_EPOCHS_MAX = 5;

    private final Random random;
    private final boolean exactlyOnce;
    private boolean starving;
    private final Plan plan;
    private final Kernel kernel;
    private final StateEngine state;
    private final boolean[] awake;
    private final int[] weights;
    private final Budget budget;
    private final Deque<Epoch> uncommitted = new ArrayDeque<>();
    private final List<LaneContribution> offered = new ArrayList<>();
    private final List<Committed> commits = new ArrayList<>();
    private final List<ConsumerRecord<byte[], byte[]>> input;
    private final Map<Long, Integer> recordsAtCut = new HashMap<>();
    private long clockMs;
    private int handed;
    private boolean openIsEmpty = true;

    /**
     * What one commit has made visible.
     *
     * @param records the number of input records that it covers
     * @param output sink records as "key=value"
     * @param logged changelog records
     */
    record Committed(int records, List<String> output, List<ProducerRecord<byte[], byte[]>> logged) {
        Committed(int records) {
            this(records, new ArrayList<>(), new ArrayList<>());
        }
    }

    /** @param cacheBytes size of the caches of all lanes together */
    SteppedLanes(
            LogicalTopology topology,
            boolean exactlyOnce,
            long cacheBytes,
            int lanesByKey,
            int stalledMark,
            List<ConsumerRecord<byte[], byte[]>> input,
            long seed) {
        this(topology, exactlyOnce, cacheBytes, lanesByKey, stalledMark, input, seed, null);
    }

    /**
     * @param committed the state of earlier lanes, whose input ended where this one's begins; or null for an empty
     *     state
     */
    SteppedLanes(
            LogicalTopology topology,
            boolean exactlyOnce,
            long cacheBytes,
            int lanesByKey,
            int stalledMark,
            List<ConsumerRecord<byte[], byte[]>> input,
            long seed,
            @Nullable StateEngine committed) {
        this.random = new Random(seed);
        // The budget serves only as the mark of hops here: its size is between one record and more than all records.
        this.budget = new Budget(random.nextBoolean() ? Long.MAX_VALUE : 1L << random.nextInt(8, 18), () -> {});
        this.exactlyOnce = exactlyOnce;
        this.input = input;
        this.plan = Planner.compile(
                topology,
                new PlanSettings("test", lanesByKey, Serdes.String(), cacheBytes),
                topic ->
                        topic.equals(INPUT) || topic.equals(UNREAD) ? OptionalInt.of(PARTITIONS) : OptionalInt.empty());
        this.state = committed != null
                ? committed
                : StateEngines.inMemory(
                        plan.stores().stream().map(StorePlan::description).toList());
        this.awake = new boolean[plan.lanes()];
        this.weights = random.ints(plan.lanes(), 1, 12).toArray();
        this.kernel = new Kernel(
                new Kernel.Parts(
                        plan,
                        new TestApplication(),
                        state,
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        budget,
                        new ManualClock()),
                new Kernel.Settings(exactlyOnce, stalledMark, stalledMark / 2),
                new Signals());
        kernel.lanes().forEach(Lane::open);
    }

    static ConsumerRecord<byte[], byte[]> record(int partition, long offset, String key, String value) {
        return record(partition, offset, 1_000 + offset, key, value);
    }

    static ConsumerRecord<byte[], byte[]> record(int partition, long offset, long timestamp, String key, String value) {
        return new ConsumerRecord<>(
                INPUT,
                partition,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                key.length(),
                value.length(),
                bytes(key),
                bytes(value),
                new RecordHeaders(),
                Optional.empty());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    Plan plan() {
        return plan;
    }

    StateEngine state() {
        return state;
    }

    /** The latest time that the changelog of a store shows, of which the last record of each key is left; or -1. */
    long loggedMs(String store, int partition) {
        StorePlan plan = this.plan.stores().stream()
                .filter(any -> any.name().equals(store))
                .findFirst()
                .orElseThrow();
        Map<ByteBuffer, ProducerRecord<byte[], byte[]>> left = new HashMap<>();
        for (Committed commit : commits) {
            for (ProducerRecord<byte[], byte[]> record : commit.logged()) {
                if (record.topic().equals(plan.restoredFrom()) && record.partition() == partition) {
                    left.put(ByteBuffer.wrap(record.key()), record);
                }
            }
        }
        StoreFormat format = StoreFormats.of(plan.description());
        return left.values().stream()
                .mapToLong(record -> format.shownTimeMs(record.key(), record.value(), record.timestamp()))
                .max()
                .orElse(-1);
    }

    /** Runs to the end. Returns what each commit has made visible. */
    List<Committed> run() {
        while (step()) {
            // until no part has anything to do
        }
        if (handed < input.size() || !openIsEmpty || !uncommitted.isEmpty()) {
            throw new AssertionError("deadlock: handed " + handed + " of " + input.size() + ", epochs open "
                    + uncommitted.stream().map(Epoch::number).toList() + ", lanes "
                    + kernel.lanes().stream()
                            .map(lane -> lane.name() + " " + lane.activity())
                            .toList());
        }
        return commits;
    }

    /** From now on lanes behind hops are hardly ever run, as where a function of theirs blocks. */
    SteppedLanes starving() {
        starving = true;
        return this;
    }

    /** Runs this many steps and dies: what is not committed is lost. */
    List<Committed> runAndDie(int steps) {
        for (int i = 0; i < steps && step(); i++) {
            // until the lanes die
        }
        return commits;
    }

    private boolean step() {
        List<Runnable> possible = new ArrayList<>();
        if (handed < input.size()) {
            possible.add(this::hand);
        }
        boolean allHanded = handed == input.size();
        if (kernel.hasNewlyComplete()) {
            possible.add(this::followComplete);
        }
        if (kernel.timeDueAfterMs() < clockMs && !allHanded || streamTimeIsDue() || kernel.mayHoldDueRows()) {
            possible.add(this::handTime);
        }
        if (!openIsEmpty && mayCut() && (allHanded || random.nextInt(4) == 0)) {
            possible.add(this::cut);
        }
        if (!uncommitted.isEmpty() && uncommitted.getFirst().isComplete()) {
            possible.add(this::commit);
            possible.add(this::commit);
            possible.add(this::commit);
        }
        if (!exactlyOnce && !offered.isEmpty()) {
            possible.add(this::commitNoEpoch);
        }
        for (Lane lane : kernel.lanes()) {
            if (awake[lane.index()] && (!starving || lane.stage().id() == 0 || random.nextInt(STARVED) == 0)) {
                for (int weight = 0; weight < weights[lane.index()]; weight++) {
                    possible.add(() -> stepLane(lane));
                }
            }
        }
        if (possible.isEmpty()) {
            return false;
        }
        possible.get(random.nextInt(possible.size())).run();
        return true;
    }

    private boolean streamTimeIsDue() {
        return kernel.isTimeDue(Long.MIN_VALUE);
    }

    private void handTime() {
        if (kernel.offerTime(clockMs) > 0) {
            openIsEmpty = false;
        }
    }

    /** Follows complete epochs as the dispatcher does, which does not look after each step. */
    private void followComplete() {
        kernel.followComplete(epoch -> {});
    }

    private void stepLane(Lane lane) {
        awake[lane.index()] = false;
        if (lane.step()) {
            awake[lane.index()] = true;
        }
    }

    private boolean mayCut() {
        return uncommitted.size() < (kernel.isIsolated() ? 1 : OPEN_EPOCHS_MAX);
    }

    private void hand() {
        Entry.Source source = plan.sourceEntries().getFirst();
        int lane = -1;
        SourceBatch batch = new SourceBatch(kernel.open(), source.id());
        int most = 1 + random.nextInt(3);
        while (handed < input.size() && batch.size() < most) {
            ConsumerRecord<byte[], byte[]> next = input.get(handed);
            int target = kernel.laneOf(source, next.key(), next.partition());
            if (lane >= 0 && target != lane) {
                break;
            }
            lane = target;
            batch.add(next);
            handed++;
        }
        openIsEmpty = false;
        clockMs += random.nextInt(30);
        kernel.offer(batch, lane);
    }

    private void cut() {
        recordsAtCut.put(kernel.open().number(), handed);
        uncommitted.add(kernel.open());
        openIsEmpty = true;
        kernel.cut(Map.of());
    }

    private void commit() {
        Epoch epoch = uncommitted.removeFirst();
        EpochWrites writes = kernel.writes(0).add(epoch);
        List<LaneContribution> taken = new ArrayList<>(LaneContribution.of(epoch)); // none where they are offered
        takeOffered(epoch.number(), taken, writes);
        commit(recordsAtCut.get(epoch.number()), taken);
        writes.apply(batch -> {});
        writes.end();
    }

    /** A round of the committer in which no epoch is complete. */
    private void commitNoEpoch() {
        Epoch oldest = uncommitted.isEmpty() ? kernel.open() : uncommitted.getFirst();
        EpochWrites writes = kernel.writes(0);
        List<LaneContribution> taken = new ArrayList<>();
        takeOffered(oldest.number() - 1, taken, writes);
        commit(commits.isEmpty() ? 0 : commits.getLast().records(), taken);
        writes.apply(batch -> {});
        writes.end();
    }

    /**
     * Takes offered contributions as the committer does: time work waits for its epoch, and later seals of the same
     * lane wait for the time work.
     */
    private void takeOffered(long lastComplete, List<LaneContribution> taken, EpochWrites writes) {
        Set<Integer> waitingLanes = new HashSet<>();
        for (LaneContribution one : List.copyOf(offered)) {
            boolean waits = one.changesState() && (one.timeEpoch() > lastComplete || waitingLanes.contains(one.lane()));
            if (waits) {
                waitingLanes.add(one.lane());
            } else {
                taken.add(one);
                writes.add(one);
                offered.remove(one);
            }
        }
    }

    private void commit(int records, List<LaneContribution> taken) {
        Committed commit = new Committed(records);
        taken.forEach(contribution -> add(contribution.outbox(), commit));
        commits.add(commit);
    }

    private static void add(Outbox outbox, Committed commit) {
        for (int i = 0; i < outbox.size(); i++) {
            ProducerRecord<byte[], byte[]> record = outbox.record(i);
            if (outbox.changelog(i) != null) {
                commit.logged().add(record);
            } else {
                commit.output()
                        .add(new String(record.key(), StandardCharsets.UTF_8) + "="
                                + new String(record.value(), StandardCharsets.UTF_8));
            }
        }
    }

    private final class ManualClock implements Clock {
        @Override
        public long nanos() {
            return clockMs * 1_000_000;
        }

        @Override
        public long millis() {
            return clockMs;
        }
    }

    private final class Signals extends NoOpSignals {
        @Override
        public void wakeLane(int lane) {
            awake[lane] = true;
        }

        @Override
        public void onContribution(LaneContribution contribution) {
            offered.add(contribution);
        }
    }
}
