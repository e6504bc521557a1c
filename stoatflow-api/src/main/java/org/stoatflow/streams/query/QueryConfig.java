package org.stoatflow.streams.query;

/** How to run a query. Immutable. */
public class QueryConfig {
    final boolean collectExecutionInfo;

    /**
     * Creates it.
     *
     * @param collectExecutionInfo whether stores say what they do to answer
     */
    public QueryConfig(boolean collectExecutionInfo) {
        this.collectExecutionInfo = collectExecutionInfo;
    }

    /**
     * Whether stores say what they do to answer, with {@link QueryResult#addExecutionInfo}.
     *
     * @return true if they are to
     */
    public boolean isCollectExecutionInfo() {
        return collectExecutionInfo;
    }
}
