package org.stoatflow.runtime.lifecycle;

import java.util.List;
import java.util.Optional;
import org.stoatflow.kernel.StoreReader;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.kernel.chain.SharedStores;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.spi.StoreViews;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/** The stores as they can be read in one phase. Any thread. */
record CommittedViews(boolean isRunning, StoreReader reader, SharedStores globals) implements StoreViews {
    /**
     * The stores in a phase; empty where it has no plan or no open state.
     *
     * @param hasGlobals whether the global stores are loaded
     */
    static Optional<StoreViews> in(Phase phase, Application application, boolean hasGlobals) {
        return phase.readable().map(opened -> {
            Optional<Run> run = phase.run();
            return new CommittedViews(
                    phase.name().processes(),
                    new StoreReader(
                            opened.plan(),
                            application,
                            opened.state(),
                            run.map(Run::applied).orElse(null)),
                    hasGlobals ? application.sharedStores() : SharedStores.NONE);
        });
    }

    @Override
    public List<Integer> partitions(String store) {
        return reader.partitions(store);
    }

    @Override
    public List<LoggedPartition> logged() {
        return reader.logged();
    }

    @Override
    public StateStore view(String store, int partition) {
        return reader.view(store, partition);
    }

    @Override
    public Optional<StateStore> global(String store) {
        return Optional.ofNullable(globals.open(store));
    }

    @Override
    public <R> QueryResult<R> query(
            String store, int partition, Query<R> query, PositionBound bound, QueryConfig config) {
        return reader.query(store, partition, query, bound, config);
    }
}
