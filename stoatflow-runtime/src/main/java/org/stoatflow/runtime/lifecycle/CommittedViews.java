package org.stoatflow.runtime.lifecycle;

import java.util.List;
import java.util.Optional;
import org.stoatflow.kernel.StoreReader;
import org.stoatflow.kernel.chain.Application;
import org.stoatflow.runtime.run.Run;
import org.stoatflow.spi.StoreViews;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;

/** The stores as they can be read in one phase. Any thread. */
record CommittedViews(boolean isRunning, StoreReader reader) implements StoreViews {
    /** The stores in a phase; empty where it has no plan or no open state. */
    static Optional<StoreViews> in(Phase phase, Application application) {
        return phase.readable().map(plan -> {
            Optional<Run> run = phase.run();
            return new CommittedViews(
                    run.isPresent(),
                    new StoreReader(
                            plan.plan(),
                            application,
                            plan.state(),
                            run.map(Run::applied).orElse(null)));
        });
    }

    @Override
    public List<Integer> partitions(String store) {
        return reader.partitions(store);
    }

    @Override
    public StateStore view(String store, int partition) {
        return reader.view(store, partition);
    }

    @Override
    public <R> QueryResult<R> query(
            String store, int partition, Query<R> query, PositionBound bound, QueryConfig config) {
        return reader.query(store, partition, query, bound, config);
    }
}
