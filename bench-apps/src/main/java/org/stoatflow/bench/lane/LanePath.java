package org.stoatflow.bench.lane;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.outbox.EpochWrites;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.source.Dispatcher;
import org.stoatflow.runtime.source.Learned;
import org.stoatflow.runtime.source.SourceAmplification;
import org.stoatflow.runtime.source.SourceConsumer;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/**
 * A program ({@link BenchProgram}), from the dispatcher's poll to sealed overlays and full outboxes, on one thread:
 * dispatch, hop, store updates, sink. Nothing is committed: the rows of a complete epoch replace those of {@link
 * TableState}, and its outboxes go back to their lanes unsent.
 */
final class LanePath {
    private static final int PARTITIONS = 12;

    private final ScriptedConsumer script;
    private final Kernel kernel;
    private final Dispatcher dispatcher;
    private long processed;
    private long laterMs;

    /**
     * @param recordsPerPoll how many records one poll brings; they are one epoch
     * @param distinctWords how many keys there are
     */
    LanePath(BenchProgram program, int recordsPerPoll, int distinctWords, int lanesByKey) {
        StreamsBuilder builder = new StreamsBuilder();
        program.build(builder, (record, partitionTime) -> record.timestamp() + laterMs, distinctWords);
        Plan plan = Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("bench", lanesByKey, Serdes.String(), 0),
                topic -> topic.equals(BenchProgram.INPUT) ? OptionalInt.of(PARTITIONS) : OptionalInt.empty());
        StateEngine state =
                new TableState(plan.stores().stream().map(LanePath::kept).toList(), PARTITIONS);
        Budget budget = new Budget(Long.MAX_VALUE, () -> {});
        kernel = new Kernel(
                new Kernel.Parts(
                        plan,
                        new BenchApplication(),
                        state,
                        new FailOnInvalidTimestamp(),
                        Kernel.Before.NOTHING,
                        budget,
                        Clock.SYSTEM),
                new Kernel.Settings(true, 256, 128),
                new Applying());
        kernel.lanes().forEach(Lane::open);
        script = new ScriptedConsumer(BenchProgram.INPUT, PARTITIONS, words(recordsPerPoll, distinctWords));
        Map<TopicPartition, Long> begins = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            begins.put(new TopicPartition(BenchProgram.INPUT, partition), 0L);
        }
        dispatcher = new Dispatcher(
                new Dispatcher.Settings(true, Integer.MAX_VALUE, recordsPerPoll, 2, 0, 0, Long.MAX_VALUE),
                kernel,
                new Dispatcher.Sources(
                        new SourceConsumer(script.consumer()),
                        begins,
                        Map.of(),
                        new Learned(new SourceCounters(), new SourceAmplification(plan))),
                budget,
                new Cadence(1, 0, 0, Long.MAX_VALUE, 0),
                Clock.SYSTEM,
                Dispatcher.Signals.NONE);
    }

    private static TableState.Kept kept(StorePlan store) {
        return new TableState.Kept(store.name(), store.description().settings().retainDuplicates());
    }

    /**
     * Runs one epoch, later than the last one by the time of its records: takes the prepared records in, and does
     * everything that they cause.
     */
    void epoch() {
        laterMs += script.recordsPerPoll();
        script.feed(1);
        dispatcher.step();
        boolean worked = true;
        while (worked) {
            worked = false;
            for (Lane lane : kernel.lanes()) {
                while (lane.step()) {
                    worked = true;
                }
            }
        }
        if (dispatcher.epoch().previousOpen() != null) {
            throw new IllegalStateException("the epoch is not complete");
        }
        processed += 2L * script.recordsPerPoll(); // once before the hop, once after it
        if (kernel.lanes().stream().mapToLong(lane -> lane.counters().records()).sum() != processed) {
            throw new IllegalStateException("not every record was processed twice, before the hop and after it");
        }
    }

    private static List<byte[]> words(int count, int distinct) {
        Random random = new Random(42);
        List<byte[]> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(("word-" + random.nextInt(distinct)).getBytes(StandardCharsets.UTF_8));
        }
        return words;
    }

    /** Applies complete epochs, as the committer does after the commit. */
    private final class Applying implements Kernel.Signals {
        @Override
        public void wakeLane(int lane) {
            // all are stepped
        }

        @Override
        public void onComplete(Epoch epoch) {
            EpochWrites writes = kernel.writes(0).add(epoch);
            writes.apply(batch -> {});
            writes.end();
        }

        @Override
        public void onContribution(LaneContribution contribution) {
            throw new IllegalStateException("contributions go to their epoch");
        }

        @Override
        public void onCommitRequest() {
            throw new IllegalStateException("no processor asks for a commit");
        }

        @Override
        public void onBroken(BrokenEpochException why) {
            throw why;
        }
    }

    private static final class BenchApplication implements Application {
        private final StreamsMetrics sensors = new UserSensors();

        @Override
        public String applicationId() {
            return "bench";
        }

        @Override
        public Path stateFolder() {
            throw new UnsupportedOperationException("no folder");
        }

        @Override
        public Serde<?> defaultKeySerde() {
            return Serdes.String();
        }

        @Override
        public Serde<?> defaultValueSerde() {
            return Serdes.String();
        }

        @Override
        public Serde<?> defaultKeySerdeOrNull() {
            return Serdes.String();
        }

        @Override
        public Serde<?> defaultValueSerdeOrNull() {
            return Serdes.String();
        }

        @Override
        public StreamsMetrics metrics() {
            return sensors;
        }

        @Override
        public Map<String, Object> configs() {
            return Map.of();
        }

        @Override
        public Map<String, Object> configsWithPrefix(String prefix) {
            return Map.of();
        }

        @Override
        public int partitionsOf(String topic) {
            return PARTITIONS;
        }
    }
}
