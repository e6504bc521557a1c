package org.stoatflow.streams.query;

import org.apache.kafka.common.IsolationLevel;

/**
 * How to run a query. Rows that are not committed yet are shown at neither level of isolation: to allow it asks for no
 * more than it is given. Immutable.
 */
public class QueryConfig {
    final boolean collectExecutionInfo;
    final IsolationLevel isolationLevel;

    /**
     * Creates it, for all rows that a store can show.
     *
     * @param collectExecutionInfo whether stores say what they do to answer
     */
    public QueryConfig(boolean collectExecutionInfo) {
        this(collectExecutionInfo, IsolationLevel.READ_UNCOMMITTED);
    }

    /**
     * Creates it.
     *
     * @param collectExecutionInfo whether stores say what they do to answer
     * @param isolationLevel whether rows that are not committed yet may be shown
     */
    public QueryConfig(boolean collectExecutionInfo, IsolationLevel isolationLevel) {
        this.collectExecutionInfo = collectExecutionInfo;
        this.isolationLevel = isolationLevel;
    }

    /**
     * Whether stores say what they do to answer, with {@link QueryResult#addExecutionInfo}.
     *
     * @return true if they are to
     */
    public boolean isCollectExecutionInfo() {
        return collectExecutionInfo;
    }

    /**
     * Whether rows that are not committed yet may be shown.
     *
     * @return the level
     */
    public IsolationLevel getIsolationLevel() {
        return isolationLevel;
    }
}
