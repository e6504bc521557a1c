package org.stoatflow.kernel;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.clock.AppliedOffsets;
import org.stoatflow.kernel.lane.Lanes;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.spi.StoreViews.LoggedPartition;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.FailureReason;
import org.stoatflow.streams.query.Position;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/**
 * Reads the stores of a plan as they are committed, for queries. Any thread; each view that it gives is of one thread
 * at a time.
 */
public final class StoreReader {
    private final Plan plan;
    private final Application application;
    private final StateEngine state;
    private final @Nullable AppliedOffsets applied;

    /** @param applied up to where records are in the state; null while no run goes on */
    public StoreReader(Plan plan, Application application, StateEngine state, @Nullable AppliedOffsets applied) {
        this.plan = plan;
        this.application = application;
        this.state = state;
        this.applied = applied;
    }

    private Optional<StorePlan> planOf(String store) {
        return plan.stores().stream()
                .filter(known -> known.name().equals(store))
                .findFirst();
    }

    /** The partitions of a store that are here and open, ascending; none for a store that is not in the plan. */
    public List<Integer> partitions(String store) {
        return planOf(store).stream()
                .flatMap(known -> plan.ownedOf(known).stream().boxed())
                .filter(partition -> state.isOpen(state.storeId(store), partition))
                .toList();
    }

    /**
     * How far the partitions of stores with changelogs have come: in a run, to the end of what is written there;
     * before, to where the state was restored.
     */
    public List<LoggedPartition> logged() {
        List<LoggedPartition> logged = new ArrayList<>();
        for (StorePlan store : plan.stores()) {
            String topic = store.restoredFrom();
            if (topic != null) {
                plan.ownedOf(store).stream()
                        .forEach(partition -> logged.add(new LoggedPartition(
                                store.name(), new TopicPartition(topic, partition), restoredTo(store, partition))));
            }
        }
        return logged;
    }

    private OptionalLong restoredTo(StorePlan store, int partition) {
        if (applied != null) {
            return OptionalLong.empty();
        }
        ChangelogPosition position = state.changelogPosition(state.storeId(store.name()), partition);
        return OptionalLong.of(position == null || position.isBegunOnly() ? 0 : position.nextOffset());
    }

    /**
     * The committed rows of a store partition, as the type that its processors have, to be read only.
     *
     * @throws IllegalArgumentException if the plan has no such store, or the store is not here with this partition
     */
    public StateStore view(String store, int partition) {
        StorePlan known = planOf(store).orElseThrow(() -> new IllegalArgumentException("There is no store " + store));
        if (!plan.ownedOf(known).has(partition)) {
            throw new IllegalArgumentException("Store " + store + " has no partition " + partition + " here");
        }
        return Lanes.committed(application, state, known, partition);
    }

    /**
     * Answers a query, with the position of the store partition: the answer is of this position or of a later one. A
     * store of the user's that is written at once answers by itself, on the caller's thread. A store of a user's
     * supplier is asked what ours do not know. One that is not open is not present.
     *
     * @throws RuntimeException that the store refuses the query with, as Kafka Streams' versioned stores do
     */
    public <R> QueryResult<R> query(
            String store, int partition, Query<R> query, PositionBound bound, QueryConfig config) {
        Optional<StateStore> opened = opened(store, partition);
        if (opened.isEmpty()) {
            return QueryResult.forFailure(
                    FailureReason.NOT_PRESENT,
                    "Partition " + partition + " of store " + store + " was not open at the time of the query.");
        }
        StateStore rows = opened.get();
        if (planOf(store).filter(known -> known.description().isWrittenAtOnce()).isPresent()) {
            return rows.query(query, bound, config);
        }
        long beginNs = System.nanoTime();
        Position position = position(store, partition); // first, so that the rows are not older
        QueryResult<R> result = isReached(position, bound, store, partition)
                ? answered(rows, store, partition, query, config)
                : QueryResult.notUpToBound(position, bound, partition);
        result.setPosition(position);
        if (config.isCollectExecutionInfo()) {
            result.addExecutionInfo("Handled in " + getClass() + " in " + (System.nanoTime() - beginNs) + "ns");
        }
        return result;
    }

    private <R> QueryResult<R> answered(
            StateStore rows, String store, int partition, Query<R> query, QueryConfig config) {
        PositionBound reached = PositionBound.unbounded();
        QueryResult<R> ours = rows.query(query, reached, config);
        boolean isUnknown = ours.isFailure() && ours.getFailureReason() == FailureReason.UNKNOWN_QUERY_TYPE;
        return isUnknown
                        && planOf(store)
                                .filter(known -> known.description().isUsers())
                                .isPresent()
                ? state.askUsers(state.storeId(store), partition, query, reached, config)
                : ours;
    }

    /** A view; empty where the store has been closed since somebody has found the partition. */
    private Optional<StateStore> opened(String store, int partition) {
        try {
            return Optional.of(view(store, partition));
        } catch (InvalidStateStoreException closed) { // whoever asks is told that it is not there
            return Optional.empty();
        }
    }

    /**
     * How far a store partition has come: the offsets of the last records of its sources that are in the state. Where
     * its stage is behind a hop, these are all partitions of the topics from which the hop's records come.
     */
    private Position position(String store, int partition) {
        Position position = Position.emptyPosition();
        AppliedOffsets offsets = applied;
        if (offsets != null) {
            Set<String> through = throughHops(store);
            Set<String> direct = topicsOf(stageOf(store));
            offsets.forEach((source, last) -> {
                boolean reads = direct.contains(source.topic()) && source.partition() == partition;
                if (reads || through.contains(source.topic())) {
                    position.withComponent(source.topic(), source.partition(), last);
                }
            });
        }
        return position;
    }

    private Stage stageOf(String store) {
        return plan.stages()
                .get(planOf(store)
                        .orElseThrow(() -> new IllegalArgumentException("There is no store " + store))
                        .stage());
    }

    private static Set<String> topicsOf(Stage stage) {
        Set<String> topics = new HashSet<>();
        for (Entry.Source source : stage.sourceEntries()) {
            topics.addAll(source.node().topics());
        }
        return topics;
    }

    /** The source topics of the stages that feed the store's stage through hops. */
    private Set<String> throughHops(String store) {
        Set<String> topics = new HashSet<>();
        addFeeders(stageOf(store), new BitSet(), topics);
        return topics;
    }

    private void addFeeders(Stage stage, BitSet seen, Set<String> topics) {
        for (Entry entry : stage.entries()) {
            for (Stage feeder : plan.stages()) {
                if (plan.feeds(feeder, entry.id()) && !seen.get(feeder.id())) {
                    seen.set(feeder.id());
                    topics.addAll(topicsOf(feeder));
                    addFeeders(feeder, seen, topics);
                }
            }
        }
    }

    /**
     * Whether a position is not before a bound. Of a topic that the store's stage reads itself, the store's own
     * partition counts, as in Kafka Streams; of one behind a hop, all partitions that the bound names.
     */
    private boolean isReached(Position position, PositionBound bound, String store, int partition) {
        if (bound.isUnbounded()) {
            return true;
        }
        Set<String> through = throughHops(store);
        Position wanted = bound.position();
        for (String topic : wanted.getTopics()) {
            for (Map.Entry<Integer, Long> of :
                    wanted.getPartitionPositions(topic).entrySet()) {
                boolean counts = of.getKey() == partition || through.contains(topic);
                Long here = position.getPartitionPositions(topic).get(of.getKey());
                if (counts && (here == null || here < of.getValue())) {
                    return false;
                }
            }
        }
        return true;
    }
}
