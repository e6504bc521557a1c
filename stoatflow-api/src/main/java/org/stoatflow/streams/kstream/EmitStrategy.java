package org.stoatflow.streams.kstream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When an aggregation over windows gives a window's result downstream. */
public interface EmitStrategy {
    /** The logger of strategies; here because it is in Kafka Streams. */
    Logger log = LoggerFactory.getLogger(EmitStrategy.class);

    /** The kinds of strategies. */
    enum StrategyType {
        /** Gives a result whenever a record changes it, less what the cache merges. */
        ON_WINDOW_UPDATE,

        /** Gives a result once: when the window has closed, so that no record can change it. */
        ON_WINDOW_CLOSE;

        private final EmitStrategy strategy = () -> this;

        /**
         * The strategy of a kind.
         *
         * @param type the kind
         * @return the strategy, always the same one
         */
        public static EmitStrategy forType(StrategyType type) {
            return type.strategy;
        }
    }

    /**
     * The kind of this strategy.
     *
     * @return the kind
     */
    StrategyType type();

    /**
     * Gives the result of a window once, when the window's grace is over. Only for windows that end.
     *
     * @return the strategy
     */
    static EmitStrategy onWindowClose() {
        return StrategyType.forType(StrategyType.ON_WINDOW_CLOSE);
    }

    /**
     * Gives the result of a window whenever a record changes it, less what the cache merges. The default.
     *
     * @return the strategy
     */
    static EmitStrategy onWindowUpdate() {
        return StrategyType.forType(StrategyType.ON_WINDOW_UPDATE);
    }
}
