package org.stoatflow.streams;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.IsolationLevel;
import org.stoatflow.spi.Engine;
import org.stoatflow.spi.GroupView;
import org.stoatflow.spi.StoreViews;
import org.stoatflow.stores.QueryViews;
import org.stoatflow.streams.errors.InvalidStateStoreException;
import org.stoatflow.streams.errors.InvalidStateStorePartitionException;
import org.stoatflow.streams.errors.StreamsNotStartedException;
import org.stoatflow.streams.errors.StreamsStoppedException;
import org.stoatflow.streams.errors.UnknownStateStoreException;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.FailureReason;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.query.StateQueryRequest;
import org.stoatflow.streams.query.StateQueryResult;
import org.stoatflow.streams.state.QueryableStoreType;
import org.stoatflow.streams.state.internals.StateStoreProvider;

/** The stores of an application, as its queries find them. Any thread. */
final class QueriedStores {
    private final Engine engine;
    private final ClientStates states;
    private final Set<String> names;
    private final Set<String> globals;
    private final IsolationLevel isolation;

    /**
     * @param names the names of all stores
     * @param globals the names of the global stores
     * @param isolation the level of queries that do not say one
     */
    QueriedStores(
            Engine engine, ClientStates states, Set<String> names, Set<String> globals, IsolationLevel isolation) {
        this.engine = engine;
        this.states = states;
        this.names = names;
        this.globals = globals;
        this.isolation = isolation;
    }

    /** Refuses a name that the topology does not know. */
    void require(String name) {
        if (!names.contains(name)) {
            throw new UnknownStateStoreException(
                    "Cannot get state store " + name + " because no such store is registered in the topology.");
        }
    }

    <T> T store(StoreQueryParameters<T> wanted) {
        return wanted.queryableStoreType().create(new Provider(wanted), wanted.storeName());
    }

    /** Finds the partitions of one store for each call of a query. */
    private final class Provider implements StateStoreProvider {
        private final StoreQueryParameters<?> wanted;

        Provider(StoreQueryParameters<?> wanted) {
            this.wanted = wanted;
        }

        @Override
        public <T> List<T> stores(String storeName, QueryableStoreType<T> queryableStoreType) {
            Optional<StateStore> global = engine.stores().flatMap(open -> open.global(storeName));
            if (global.isPresent()) { // which has no partitions
                return List.of(QueryViews.partition(global.get(), queryableStoreType));
            }
            StoreViews views = engine.stores()
                    .filter(open -> wanted.staleStoresEnabled() || open.isRunning())
                    .orElseThrow(() -> new InvalidStateStoreException(whyNot(storeName)));
            List<T> found = new ArrayList<>();
            for (int partition : views.partitions(storeName)) {
                if (wanted.partition() == null || wanted.partition() == partition) {
                    found.add(QueryViews.partition(views.view(storeName, partition), queryableStoreType));
                }
            }
            if (found.isEmpty()) {
                throw wanted.partition() == null
                        ? new InvalidStateStoreException(
                                "The state store, " + storeName + ", may have migrated to another instance.")
                        : new InvalidStateStorePartitionException("The specified partition " + wanted.partition()
                                + " for store " + storeName + " does not exist.");
            }
            return found;
        }

        private String whyNot(String storeName) {
            if (states.state() == KafkaStreams.State.RUNNING && !wanted.staleStoresEnabled()) {
                String owner = engine.group()
                        .flatMap(GroupView::owner)
                        .map(host -> " at " + host.host() + ":" + host.port())
                        .orElse("");
                return "The state store, " + storeName + ", may have migrated to another instance: the owner" + owner
                        + " has it, and " + states.clientId() + " waits to take over. Ask another instance, or this"
                        + " one with enableStaleStores() for what it has";
            }
            return "Cannot get state store " + storeName + " because client " + states.clientId() + " is "
                    + states.state() + (wanted.staleStoresEnabled() ? " and has no state open" : ", not RUNNING");
        }
    }

    <R> StateQueryResult<R> query(StateQueryRequest<R> request) {
        requireStarted();
        StateQueryResult<R> result = new StateQueryResult<>();
        String store = request.getStoreName();
        if (globals.contains(store)) {
            result.setGlobalResult(QueryResult.forFailure(
                    FailureReason.UNKNOWN_QUERY_TYPE,
                    "Global stores do not yet support the KafkaStreams#query API. Use KafkaStreams#store instead."));
            return result;
        }
        engine.stores()
                .ifPresent(views -> views.partitions(store).stream()
                        .filter(partition -> request.isAllPartitions()
                                || request.getPartitions().contains(partition))
                        .forEach(partition -> result.addResult(partition, asked(views, partition, request))));
        if (!request.isAllPartitions()) {
            for (int partition : request.getPartitions()) {
                if (!result.getPartitionResults().containsKey(partition)) {
                    result.addResult(
                            partition,
                            QueryResult.forFailure(
                                    FailureReason.NOT_PRESENT,
                                    "The requested partition was not present at the time of the query: " + partition
                                            + " of store " + store));
                }
            }
        }
        return result;
    }

    private <R> QueryResult<R> asked(StoreViews views, int partition, StateQueryRequest<R> request) {
        if (request.isRequireActive() && !views.isRunning()) {
            return QueryResult.forFailure(
                    FailureReason.NOT_ACTIVE,
                    "Query requires a running active task, but client " + states.clientId() + " is " + states.state()
                            + ".");
        }
        PositionBound bound = request.isRequireActive() ? PositionBound.unbounded() : request.getPositionBound();
        return views.query(
                request.getStoreName(),
                partition,
                request.getQuery(),
                bound,
                new QueryConfig(
                        request.executionInfoEnabled(), request.isolationLevel().orElse(isolation)));
    }

    private void requireStarted() {
        KafkaStreams.State now = states.state();
        if (now.hasNotStarted()) {
            throw new StreamsNotStartedException(
                    "KafkaStreams has not been started, you can retry after calling start(). Client "
                            + states.clientId());
        }
        if (now.hasStartedOrFinishedShuttingDown()) {
            throw new StreamsStoppedException("KafkaStreams has been stopped (" + now
                    + "). This instance can no longer serve queries. Client " + states.clientId());
        }
    }
}
