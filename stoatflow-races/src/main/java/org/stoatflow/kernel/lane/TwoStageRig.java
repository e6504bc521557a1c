package org.stoatflow.kernel.lane;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.batch.HopBatch;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.EpochListener;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.FailOnInvalidTimestamp;

/** The real lanes of a small plan: a source stage that feeds a stage behind a hop. Proofs let threads meet over it. */
public final class TwoStageRig {
    /** The entry of the source. */
    public static final int SOURCE = 0;

    /** The entry behind the hop. */
    public static final int HOP = 1;

    private static final AtomicInteger ARRIVED = new AtomicInteger(); // of the attempt; the plan is made once
    private static final Plan PLAN = plan();

    private final Lanes lanes;
    private final StateEngine state = StateEngines.inMemory(List.of());
    private final Epoch first;

    /** @param waker wakes the thread of a lane */
    public TwoStageRig(Budget budget, EpochListener listener, Lanes.Waker waker) {
        ARRIVED.set(0);
        StreamClocks clocks = clocks();
        first = Epoch.first(1, PLAN.graph(), PLAN.lanes(), clocks.count(), 0, listener);
        lanes = Lanes.create(
                new Lanes.Wiring(
                        PLAN, new Strings(), new FailOnInvalidTimestamp(), state, clocks, Stopped.CLOCK, budget),
                new Lanes.Rules(new Lanes.Guarantee.ExactlyOnce(), 256, () -> {}),
                waker,
                List.of());
    }

    private static Plan plan() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .selectKey((key, value) -> value)
                .repartition(Repartitioned.with(Serdes.String(), Serdes.String()))
                .foreach((key, value) -> ARRIVED.incrementAndGet());
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("races", 1, Serdes.String(), 0),
                topic -> topic.equals("in") ? OptionalInt.of(1) : OptionalInt.empty());
    }

    /** The clocks of the plan: only that of partition 0 of topic {@code in}, since no operator has a clock. */
    public static StreamClocks clocks() {
        return new StreamClocks(PLAN, StateEngines.inMemory(List.of()), true, Map.of());
    }

    /** An application with strings as keys and values. */
    public static Application application() {
        return new Strings();
    }

    /** The first epoch. */
    public Epoch first() {
        return first;
    }

    /** All lanes of the plan. */
    public Lanes lanes() {
        return lanes;
    }

    /** The only lane of the stage that has the entry. */
    public Lane laneOf(int entry) {
        return lanes.all().get(entry);
    }

    /** A source batch without records. */
    public SourceBatch sourceBatch(Epoch epoch) {
        return new SourceBatch(epoch, SOURCE);
    }

    /** A source batch with a record that goes over the hop. */
    public SourceBatch sourceBatchOfOne(Epoch epoch) {
        byte[] bytes = "word".getBytes(StandardCharsets.UTF_8);
        SourceBatch batch = new SourceBatch(epoch, SOURCE);
        batch.add(new ConsumerRecord<>(
                "in",
                0,
                epoch.number(),
                0,
                TimestampType.CREATE_TIME,
                bytes.length,
                bytes.length,
                bytes,
                bytes,
                new RecordHeaders(),
                Optional.empty()));
        return batch;
    }

    /** The number of records that have come through the last operator. */
    public int arrived() {
        return ARRIVED.get();
    }

    /** Hands an empty batch over the hop, as a lane does that still has a source batch outstanding. */
    public void handOverHop(Epoch epoch) {
        Lane target = laneOf(HOP);
        epoch.touch(target.index());
        epoch.raise(HOP);
        target.inbox().add(new HopBatch(epoch, HOP, 0));
    }

    /** Whether a batch of the epoch waits at the entry. */
    public boolean hasBatch(int entry, Epoch epoch) {
        return laneOf(entry).inbox().peek(entry, epoch) != null;
    }

    /** A clock that stands still, since the proofs are not about time. */
    public enum Stopped implements Clock {
        CLOCK;

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public long millis() {
            return 0;
        }
    }

    private static final class Strings implements Application {
        private final StreamsMetrics sensors = new UserSensors();

        @Override
        public String applicationId() {
            return "races";
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
            return 1;
        }
    }
}
