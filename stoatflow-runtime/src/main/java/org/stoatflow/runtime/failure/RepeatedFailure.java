package org.stoatflow.runtime.failure;

/**
 * Knows where user code has failed last, so that another attempt at the same is not begun again and again. Owner: the
 * dispatcher's thread.
 */
public final class RepeatedFailure {
    private String failedAt = ""; // the last failure's place in user code

    /**
     * Takes note of a failure. A record comes again until it is processed, whatever else is committed meanwhile. Other
     * places, such as a processor's preparation or a time batch, are not the same any more once a run has committed.
     *
     * @param committed whether the run has committed anything before it failed
     * @return whether the failure before was at the same record, or in the same work with nothing committed since
     */
    public boolean isAgain(Throwable failure, boolean committed) {
        String place = FailureClassifier.placeInUserCode(failure);
        boolean same = !place.isEmpty() && place.equals(failedAt);
        failedAt = place;
        return same && (!committed || FailureClassifier.isAtRecord(failure));
    }
}
