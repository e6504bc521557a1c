package org.stoatflow.kernel.lane;

/** What an epoch waits for in its lanes, as {@link LaneMonitor} has seen it from outside. */
sealed interface AwaitedLane {
    /**
     * A lane that is working for the epoch.
     *
     * @param lane the lane's name
     * @param seenNs for how long the monitor has seen the lane at this activity; the lane may be at it for longer
     * @param workNs how long the batch or flush of this activity has run; 0 if it has ended meanwhile
     */
    record AtWork(String lane, LaneActivity activity, long seenNs, long workNs) implements AwaitedLane {}

    /**
     * Lanes in which work of the epoch waits.
     *
     * @param lane the name of the first such lane
     * @param others how many such lanes there are beside the first
     */
    record WithWork(String lane, LaneActivity activity, int others) implements AwaitedLane {}

    /** Lanes that have nothing left to do in the epoch but to leave it. */
    record NothingLeft() implements AwaitedLane {}

    /** A sentence part for messages. */
    default String text() {
        return switch (this) {
            case AtWork at ->
                at.lane() + ", which is " + at.activity().text() + ", for at least " + seconds(at.seenNs())
                        + batch(at.activity(), at.workNs());
            case WithWork with ->
                with.lane() + ", which is " + with.activity().text()
                        + (with.others() == 0 ? "" : ", and " + with.others() + " others");
            case NothingLeft nothing -> "lanes that have nothing left to do in it but to leave it";
        };
    }

    private static String batch(LaneActivity activity, long workNs) {
        return workNs > 0 && activity instanceof LaneActivity.Running running
                ? " (record " + (running.record() + 1) + " of " + running.size() + " of a batch begun "
                        + seconds(workNs) + " ago)"
                : "";
    }

    private static String seconds(long ns) {
        return Math.round(ns / 1e8) / 10.0 + " s";
    }
}
