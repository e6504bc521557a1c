package org.stoatflow.streams.query;

import java.util.ArrayList;
import java.util.List;

/** What results of both kinds have: how they came about, and how far the store had got. */
abstract class Answer<R> implements QueryResult<R> {
    private final List<String> executionInfo = new ArrayList<>();
    private Position position;

    @Override
    public final void addExecutionInfo(String message) {
        executionInfo.add(message);
    }

    @Override
    public final List<String> getExecutionInfo() {
        return executionInfo;
    }

    @Override
    public final void setPosition(Position position) {
        this.position = position;
    }

    @Override
    public final Position getPosition() {
        return position;
    }

    @Override
    public final boolean isFailure() {
        return !isSuccess();
    }

    /** The members that each kind ends its text with. */
    final String tail() {
        return ", executionInfo=" + executionInfo + ", position=" + position + "}";
    }
}
