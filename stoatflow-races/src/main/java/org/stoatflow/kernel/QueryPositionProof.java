package org.stoatflow.kernel;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.lane.NoOpEpochListener;
import org.stoatflow.kernel.lane.TwoStageRig;
import org.stoatflow.kernel.outbox.EpochWrites;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.CurrentRecord;
import org.stoatflow.state.SerdeDefaults;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.lane.LaneState;
import org.stoatflow.state.overlay.SealedState;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.query.KeyQuery;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/**
 * A store is queried while the committer applies an epoch. An answer whose position has the epoch's record shows what
 * the record has written.
 */
public final class QueryPositionProof implements Proof {
    private static final String TOPIC = "in";
    private static final String STORE = "store";
    private static final Plan PLAN = plan();
    private static final List<StoreDescription> STORES =
            PLAN.stores().stream().map(StorePlan::description).toList();

    private static Plan plan() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table(
                TOPIC,
                Consumed.with(Serdes.String(), Serdes.String()),
                Materialized.<String, String>as(Stores.inMemoryKeyValueStore(STORE))
                        .withCachingDisabled());
        return Planner.compile(
                TopologyAccess.logical(builder.build()),
                new PlanSettings("races", 1, Serdes.String(), 0),
                topic -> topic.equals(TOPIC) ? OptionalInt.of(1) : OptionalInt.empty());
    }

    @Override
    public void attempt() {
        StateEngine state = StateEngines.inMemory(STORES);
        StreamClocks clocks = new StreamClocks(PLAN, state, true, Map.of());
        Epoch epoch = Epoch.first(1, PLAN.graph(), PLAN.lanes(), clocks.count(), 0, NoOpEpochListener.LISTENER);
        epoch.contribute(new LaneContribution(0, new Outbox(0), sealed(state), List.of(), 0, 0));
        epoch.cut(Map.of(new TopicPartition(TOPIC, 0), SourcePosition.at(1, Optional.empty())));
        EpochWrites writes = new EpochWrites(state, clocks, new Budget(Long.MAX_VALUE, () -> {}), 0).add(epoch);
        StoreReader reader = new StoreReader(PLAN, TwoStageRig.application(), state, clocks.applied());
        Together.run(
                () -> {
                    writes.apply(batch -> {});
                    writes.end();
                },
                () -> requireRowOfPosition(reader));
        ForbiddenOutcome.when(!hasRecord(ask(reader)), "the position does not have the record that is applied");
    }

    @SuppressWarnings("unchecked") // the store is described above
    private static SealedState sealed(StateEngine state) {
        LaneState lane = new LaneState(state, STORES, new NoRecord(), new SerdeDefaults(null, null, name -> name));
        lane.partition(0);
        ((TimestampedKeyValueStore<String, String>) lane.store(STORE)).put("key", ValueAndTimestamp.make("value", 0));
        return lane.seal((id, partition, key, value, timestamp, headers) -> {});
    }

    private static void requireRowOfPosition(StoreReader reader) {
        QueryResult<?> answer = ask(reader);
        ForbiddenOutcome.when(
                hasRecord(answer) && answer.getResult() == null,
                "the position has the record, and the row that it has written is not there");
    }

    private static QueryResult<?> ask(StoreReader reader) {
        return reader.query(STORE, 0, KeyQuery.withKey("key"), PositionBound.unbounded(), new QueryConfig(false));
    }

    private static boolean hasRecord(QueryResult<?> answer) {
        return answer.getPosition().getPartitionPositions(TOPIC).containsKey(0);
    }

    private static final class NoRecord implements CurrentRecord {
        private final Headers headers = new RecordHeaders();

        @Override
        public long timestamp() {
            return 0;
        }

        @Override
        public Headers headers() {
            return headers;
        }
    }
}
