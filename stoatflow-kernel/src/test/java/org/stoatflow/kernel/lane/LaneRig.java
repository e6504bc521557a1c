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
 * All lanes of a topology over topic {@code in}, stepped by the test on its own thread and clock. Strings throughout.
 */
public final class LaneRig {
    public static final String IN = "in";
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
        StreamsBuilder builder = new StreamsBuilder();
        program.accept(builder);
        plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("app", lanesByKey, Serdes.String(), FailOnInvalidTimestamp.class, cacheBytes, choices),
                topic -> topic.equals(IN) ? OptionalInt.of(PARTITIONS) : OptionalInt.empty());
        kernel = new Kernel(
                new Kernel.Parts(
                        plan,
                        new TestApplication(errors, PARTITIONS),
                        StateEngines.inMemory(plan.stores().stream()
                                .map(StorePlan::description)
                                .toList()),
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        new Budget(Long.MAX_VALUE, () -> {}),
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

    /** With record caches. */
    static LaneRig cached(Consumer<StreamsBuilder> program, ErrorHandling errors) {
        return cached(program, errors, true);
    }

    static LaneRig cached(Consumer<StreamsBuilder> program, ErrorHandling errors, boolean exactlyOnce) {
        return new LaneRig(program, errors, exactlyOnce, 1, 1 << 20, PlanChoices.NONE);
    }

    /** Exactly once, every stage forced to run by key. */
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

    /** What is to happen in the thread of the lane that leaves last, before the committer hears of it. */
    public void whenComplete(Runnable then) {
        whenComplete = then;
    }

    /** Cuts the epoch and runs nothing. */
    public void cutOnly() {
        cut = kernel.cut(positions());
    }

    private Map<TopicPartition, SourcePosition> positions() {
        SourcePosition end = SourcePosition.at(offset, Optional.empty());
        return IntStream.range(0, PARTITIONS)
                .boxed()
                .collect(Collectors.toMap(partition -> new TopicPartition(IN, partition), each -> end));
    }

    /** Partition time that a commit of the epoch carries. */
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

    /** Hands one batch of records, each {@code key=value}, of a partition to its lane. */
    public void feed(int partition, String... records) {
        feed(partition, RecordHeaders::new, records);
    }

    /** As {@link #feed(int, String...)}, each record with headers. */
    void feed(int partition, Supplier<Headers> headers, String... records) {
        Stage stage = plan.stages().getFirst();
        SourceBatch batch = null;
        for (String record : records) {
            String[] parts = record.split("=", 2);
            if (batch == null) {
                batch = new SourceBatch(
                        kernel.open(), stage.entries().getFirst().id());
            }
            byte[] key = parts[0].getBytes(StandardCharsets.UTF_8);
            byte[] value = parts[1].getBytes(StandardCharsets.UTF_8);
            batch.add(new ConsumerRecord<>(
                    IN,
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

    /** Steps all lanes until none has anything to do at this time. */
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

    /** Hands a time batch to each lane that time has work for; says to how many. */
    int handTime() {
        return kernel.offerTime(TimeUnit.NANOSECONDS.toMillis(nowNs));
    }

    public void pass(long ms) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
    }

    /** Cuts the epoch and runs what may run. */
    public void cut() {
        cut = kernel.cut(positions());
        run();
    }

    /** Cuts the epoch, and has it applied; what is returned does not keep it. */
    WeakReference<Epoch> cutAndApply() {
        cut();
        kernel.followComplete(epoch -> {});
        cut.markApplied();
        return new WeakReference<>(cut);
    }

    /** Lanes that were woken since this was asked last. */
    public BitSet takeWoken() {
        BitSet taken = (BitSet) woken.clone();
        woken.clear();
        return taken;
    }

    /** How many lanes have contributed to the epoch that was cut last. */
    long contributors() {
        return contributions(cut).count();
    }

    public boolean isCutComplete() {
        return cut.isComplete();
    }

    /**
     * What was contributed to the epoch that was cut last, or offered so far: {@code topic key=value}, changelogs too.
     */
    List<String> sent() {
        Stream<LaneContribution> all = offered.isEmpty() ? contributions(cut) : offered.stream();
        return all.flatMap(contribution ->
                        IntStream.range(0, contribution.outbox().size()).mapToObj(contribution.outbox()::record))
                .map(LaneRig::text)
                .toList();
    }

    /** The headers of what was contributed to the epoch that was cut last. */
    Stream<Headers> sentHeaders() {
        return contributions(cut)
                .flatMap(contribution -> IntStream.range(
                                0, contribution.outbox().size())
                        .mapToObj(index -> contribution.outbox().record(index).headers()));
    }

    /** As {@link #sent}, changelogs left out, each with its headers. */
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

    /** Who is woken is noted: the test steps. */
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
