package org.stoatflow.parity.program;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.processor.StateStoreContext;
import org.stoatflow.streams.query.PositionBound;
import org.stoatflow.streams.query.Query;
import org.stoatflow.streams.query.QueryConfig;
import org.stoatflow.streams.query.QueryResult;
import org.stoatflow.streams.state.StoreBuilder;

/** The builder of a user's own store of tallies, of a type that no library knows. */
final class OwnStores implements StoreBuilder<OwnStores.Tallies> {
    private final String name;
    private final Consumer<String> told;
    private final Map<String, String> config = new HashMap<>();
    private boolean logging;

    OwnStores(String name, Consumer<String> told) {
        this.name = name;
        this.told = told;
    }

    /** Asks for the tally of a word, which no library knows. */
    record TallyOf(String word) implements Query<Integer> {}

    /** Counts words. */
    static final class Tallies implements StateStore {
        private final String name;
        private final Consumer<String> told;
        private final Map<String, Integer> tallies = new ConcurrentSkipListMap<>();
        private boolean open;

        private Tallies(String name, Consumer<String> told) {
            this.name = name;
            this.told = told;
        }

        int add(String word) {
            return tallies.merge(word, 1, Integer::sum);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        @SuppressWarnings("unchecked") // the query's type says that of the answer
        public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
            return query instanceof TallyOf tally
                    ? (QueryResult<R>) QueryResult.forResult(tallies.get(tally.word()))
                    : StateStore.super.query(query, bound, config);
        }

        @Override
        public void init(StateStoreContext context, StateStore root) {
            told.accept("init " + context.taskId() + " root " + root.name());
            context.register(root, (key, value) -> tallies.put(new String(key), new String(value).length()));
            open = true;
        }

        @Override
        @Deprecated
        public void flush() {
            told.accept("flush " + tallies);
        }

        @Override
        public void close() {
            if (open) {
                told.accept("close " + tallies);
            }
            open = false;
        }

        @Override
        public boolean persistent() {
            return false;
        }

        @Override
        public boolean isOpen() {
            return open;
        }
    }

    @Override
    public StoreBuilder<Tallies> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<Tallies> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<Tallies> withLoggingEnabled(Map<String, String> newConfig) {
        logging = true;
        config.putAll(newConfig);
        return this;
    }

    @Override
    public StoreBuilder<Tallies> withLoggingDisabled() {
        logging = false;
        return this;
    }

    @Override
    public Tallies build() {
        return new Tallies(name, told);
    }

    @Override
    public Map<String, String> logConfig() {
        return config;
    }

    @Override
    public boolean loggingEnabled() {
        return logging;
    }

    @Override
    public String name() {
        return name;
    }
}
