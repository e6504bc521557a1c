package org.stoatflow.streams.query;

/** Why a query failed. */
final class Failure<R> extends Answer<R> {
    private final FailureReason reason;
    private final String message;

    Failure(FailureReason reason, String message) {
        this.reason = reason;
        this.message = message;
    }

    @Override
    public boolean isSuccess() {
        return false;
    }

    @Override
    public R getResult() {
        throw new IllegalArgumentException("There is no result: the query failed with " + reason + ": " + message);
    }

    @Override
    public FailureReason getFailureReason() {
        return reason;
    }

    @Override
    public String getFailureMessage() {
        return message;
    }

    @Override
    public String toString() {
        return "FailedQueryResult{failureReason=" + reason + ", failure='" + message + "'" + tail();
    }
}
