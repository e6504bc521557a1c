package org.stoatflow.streams.query;

/** A result of a query that did not fail. */
final class Success<R> extends Answer<R> {
    private final R result;

    Success(R result) {
        this.result = result;
    }

    @Override
    public boolean isSuccess() {
        return true;
    }

    @Override
    public R getResult() {
        return result;
    }

    @Override
    public FailureReason getFailureReason() {
        throw new IllegalArgumentException("There is no reason for a failure: the query did not fail.");
    }

    @Override
    public String getFailureMessage() {
        throw new IllegalArgumentException("There is no message of a failure: the query did not fail.");
    }

    @Override
    public String toString() {
        return "SucceededQueryResult{result=" + result + tail();
    }
}
