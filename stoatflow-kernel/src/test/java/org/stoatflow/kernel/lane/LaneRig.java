package org.stoatflow.kernel.lane;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.plan.Affinity;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanChoices;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.testkit.NoOpSignals;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/**
 * All lanes of a topology over topic {@code in}. The test steps them on its own thread and clock. All keys and values
 * are strings.
 */
public final class LaneRig {
    public static final String IN = "in";
    static final String ROWS = "rows"; // a second topic
    static final int PARTITIONS = 2;

    private final Plan plan;
    private final Kernel kernel;
    private final List<LaneContribution> offered = new ArrayList<>();
    private Epoch cut;
    private final BitSet woken = new BitSet();
    private long nowNs;
    private long offset;
    private Runnable whenComplete = () -> {};

    private LaneRig(
            Consumer<StreamsBuilder> program,
            ErrorHandling errors,
            boolean exactlyOnce,
            int lanesByKey,
            long cacheBytes,
            PlanChoices choices) {
        this(
                program,
                new TestApplication(errors, PARTITIONS),
                exactlyOnce,
                lanesByKey,
                cacheBytes,
                choices,
                Long.MAX_VALUE);
    }

    private LaneRig(
            Consumer<StreamsBuilder> program,
            TestApplication application,
            boolean exactlyOnce,
            int lanesByKey,
            long cacheBytes,
            PlanChoices choices,
            long epochBytesMax) {
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", lanesByKey, Serdes.String(), FailOnInvalidTimestamp.class, cacheBytes, choices),
                topic -> topic.equals(IN) || topic.equals(ROWS) ? OptionalInt.of(PARTITIONS) : OptionalInt.empty());
        kernel = new Kernel(
                new Kernel.Parts(
                        plan,
                        application,
                        StateEngines.inMemory(plan.stores().stream()
                                .map(StorePlan::description)
                                .toList()),
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        new Budget(Long.MAX_VALUE, epochBytesMax, () -> {}),
                        new TestClock()),
                new Kernel.Settings(exactlyOnce, 256, 128),
                new Signals());
        kernel.lanes().forEach(Lane::open);
    }

    public static LaneRig exactlyOnce(Consumer<StreamsBuilder> program, ErrorHandling errors) {
        return new LaneRig(program, errors, true, 1, 0, PlanChoices.NONE);
    }

    public static LaneRig atLeastOnce(Consumer<StreamsBuilder> program, ErrorHandling errors) {
        return new LaneRig(program, errors, false, 1, 0, PlanChoices.NONE);
    }

    /** A rig under exactly-once whose epochs may hold so many bytes. */
    static LaneRig bounded(Consumer<StreamsBuilder> program, ErrorHandling errors, long epochBytesMax) {
        return new LaneRig(
                program, new TestApplication(errors, PARTITIONS), true, 1, 0, PlanChoices.NONE, epochBytesMax);
    }

    /** A rig whose rows may have so many bytes where they are logged, with record caches or without. */
    static LaneRig logging(
            Consumer<StreamsBuilder> program,
            ErrorHandling errors,
            int loggedBytesMax,
            boolean exactlyOnce,
            boolean cached) {
        return new LaneRig(
                program,
                new TestApplication(errors, PARTITIONS, loggedBytesMax),
                exactlyOnce,
                1,
                cached ? 1 << 20 : 0,
                PlanChoices.NONE,
                Long.MAX_VALUE);
    }

    /** How many bytes lanes have offered, by offer; at-least-once. */
    List<Long> offeredBytes() {
        return offered.stream().map(LaneContribution::bytes).toList();
    }

    /** A rig with record caches. */
    static LaneRig cached(Consumer<StreamsBuilder> program, ErrorHandling errors) {
        return cached(program, errors, true);
    }

    static LaneRig cached(Consumer<StreamsBuilder> program, ErrorHandling errors, boolean exactlyOnce) {
        return new LaneRig(program, errors, exactlyOnce, 1, 1 << 20, PlanChoices.NONE);
    }

    /** A rig under exactly-once that forces every stage to run by key. */
    static LaneRig byKey(Consumer<StreamsBuilder> program, ErrorHandling errors, int lanes, long cacheBytes) {
        PlanChoices byKey = new PlanChoices(Affinity.KEY, Collections.emptySortedMap(), Collections.emptySortedMap());
        return new LaneRig(program, errors, true, lanes, cacheBytes, byKey);
    }

    Stage stage(int id) {
        return plan.stages().get(id);
    }

    public List<Lane> lanes() {
        return kernel.lanes();
    }

    long nowNs() {
        return nowNs;
    }

    /** The open epoch. */
    public Epoch epoch() {
        return kernel.open();
    }

    public Epoch epochCutLast() {
        return cut;
    }

    /** Sets what the thread of the last leaving lane runs, before the committer is told that the epoch is complete. */
    public void whenComplete(Runnable then) {
        whenComplete = then;
    }

    /** Cuts the epoch and steps no lane. */
    public void cutOnly() {
        cut = kernel.cut(positions());
    }

    private Map<TopicPartition, SourcePosition> positions() {
        SourcePosition end = SourcePosition.at(offset, Optional.empty());
        return IntStream.range(0, PARTITIONS)
                .boxed()
                .collect(Collectors.toMap(partition -> new TopicPartition(IN, partition), each -> end));
    }

    /** The partition time that a commit of the epoch carries. */
    long committedTime(Epoch of, int partition) {
        return kernel.clocks()
                .sources()
                .positions(of)
                .get(new TopicPartition(IN, partition))
                .partitionTime();
    }

    public Lane lane(int index) {
        return kernel.lanes().get(index);
    }

    /** Hands one batch of records of a partition, each {@code key=value}, to the partition's lane. */
    public void feed(int partition, String... records) {
        feed(partition, RecordHeaders::new, records);
    }

    /** As {@link #feed(int, String...)}, each record with headers. */
    void feed(int partition, Supplier<Headers> headers, String... records) {
        feed(IN, partition, headers, records);
    }

    /** As {@link #feed(int, String...)}, of {@link #ROWS}. */
    void feedRows(int partition, String... records) {
        feed(ROWS, partition, RecordHeaders::new, records);
    }

    private void feed(String topic, int partition, Supplier<Headers> headers, String... records) {
        Entry.Source entry = plan.sourceEntries().stream()
                .filter(source -> source.node().topics().contains(topic))
                .findFirst()
                .orElseThrow();
        Stage stage = plan.stageOf(entry);
        SourceBatch batch = null;
        for (String record : records) {
            String[] parts = record.split("=", 2);
            if (batch == null) {
                batch = new SourceBatch(kernel.open(), entry.id());
            }
            byte[] key = parts[0].getBytes(StandardCharsets.UTF_8);
            byte[] value = parts[1].getBytes(StandardCharsets.UTF_8);
            batch.add(new ConsumerRecord<>(
                    topic,
                    partition,
                    offset,
                    offset,
                    TimestampType.CREATE_TIME,
                    key.length,
                    value.length,
                    key,
                    value,
                    headers.get(),
                    Optional.empty()));
            offset++;
        }
        if (batch != null) {
            kernel.offer(batch, stage.laneOf(batch.keyBytes(0), partition));
        }
    }

    /** Steps all lanes until none has anything to do at the current time. */
    public void run() {
        boolean worked = true;
        while (worked) {
            worked = false;
            for (Lane lane : kernel.lanes()) {
                while (lane.step()) {
                    worked = true;
                }
            }
        }
    }

    /** Hands a time batch to each lane in which time has made something due. Returns the number of these lanes. */
    int handTime() {
        return kernel.offerTime(TimeUnit.NANOSECONDS.toMillis(nowNs));
    }

    public void pass(long ms) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
    }

    /** Cuts the epoch and steps all lanes until none has anything to do. */
    public void cut() {
        cut = kernel.cut(positions());
        run();
    }

    /** Cuts the epoch and applies it. The result does not keep the epoch in memory. */
    WeakReference<Epoch> cutAndApply() {
        cut();
        kernel.followComplete(epoch -> {});
        cut.markApplied();
        return new WeakReference<>(cut);
    }

    /** The lanes that were woken since the last call. */
    public BitSet takeWoken() {
        BitSet taken = (BitSet) woken.clone();
        woken.clear();
        return taken;
    }

    /** The number of lanes that have contributed to the epoch that was cut last. */
    long contributors() {
        return contributions(cut).count();
    }

    public boolean isCutComplete() {
        return cut.isComplete();
    }

    /**
     * The records that lanes have contributed to the epoch that was cut last, or have offered so far, as {@code topic
     * key=value}, changelog records included.
     */
    List<String> sent() {
        Stream<LaneContribution> all = offered.isEmpty() ? contributions(cut) : offered.stream();
        return all.flatMap(contribution ->
                        IntStream.range(0, contribution.outbox().size()).mapToObj(contribution.outbox()::record))
                .map(LaneRig::text)
                .toList();
    }

    /** The headers of the records that lanes have contributed to the epoch that was cut last. */
    Stream<Headers> sentHeaders() {
        return contributions(cut)
                .flatMap(contribution -> IntStream.range(
                                0, contribution.outbox().size())
                        .mapToObj(index -> contribution.outbox().record(index).headers()));
    }

    /** As {@link #sent}, without changelog records, each record with its headers. */
    List<String> sentWithHeaders() {
        return contributions(cut)
                .flatMap(contribution ->
                        IntStream.range(0, contribution.outbox().size()).mapToObj(contribution.outbox()::record))
                .filter(record -> !record.topic().endsWith("-changelog"))
                .map(record -> text(record)
                        + StreamSupport.stream(record.headers().spliterator(), false)
                                .map(header -> " " + header.key() + ":" + text(header.value()))
                                .collect(Collectors.joining()))
                .toList();
    }

    private static Stream<LaneContribution> contributions(Epoch of) {
        return LaneContribution.of(of).stream();
    }

    private static String text(ProducerRecord<byte[], byte[]> record) {
        return record.topic() + " " + text(record.key()) + "=" + text(record.value());
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
    }

    private final class TestClock implements Clock {
        @Override
        public long nanos() {
            return nowNs;
        }

        @Override
        public long millis() {
            return nowNs / 1_000_000;
        }
    }

    /** Notes which lanes are woken, since the test steps them. */
    private final class Signals extends NoOpSignals {
        @Override
        public void wakeLane(int lane) {
            woken.set(lane);
        }

        @Override
        public void onComplete(Epoch epoch) {
            whenComplete.run();
        }

        @Override
        public void onContribution(LaneContribution contribution) {
            offered.add(contribution);
        }
    }
}
