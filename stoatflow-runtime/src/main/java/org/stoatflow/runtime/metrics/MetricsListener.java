package org.stoatflow.runtime.metrics;

import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.runtime.sink.CommitListener;
import org.stoatflow.runtime.source.SourceCounters;

/**
 * Is told by the lifecycle of an application what there is to measure. Called by the dispatcher's thread; {@link
 * #commits} is for the committer's.
 */
public interface MetricsListener {
    /** Nothing is measured. */
    MetricsListener NONE = new MetricsListener() {
        @Override
        public void onPlan(Plan plan, SourceCounters sources) {}

        @Override
        public void onRun(MeasuredRun run) {}

        @Override
        public void onRunEnd() {}

        @Override
        public void onRestore(RestoreProgress progress) {}

        @Override
        public void onFailure() {}

        @Override
        public void onRestart() {}

        @Override
        public void onBrokenEpoch() {}

        @Override
        public void onStuckEpoch() {}

        @Override
        public void sample(long nowMs) {}

        @Override
        public CommitListener commits() {
            return CommitListener.NONE;
        }
    };

    /** How often {@link #sample} is called while a run goes on, in nanoseconds. */
    long SAMPLED_EVERY_NS = 1_000_000_000L;

    /** The plan is made; before the first restore and run, and again after another start. */
    void onPlan(Plan plan, SourceCounters sources);

    /** A run begins. */
    void onRun(MeasuredRun run);

    /** It has ended. */
    void onRunEnd();

    /** A restore begins. */
    void onRestore(RestoreProgress progress);

    /** Something has failed for which no handler could decide. */
    void onFailure();

    /** The application goes on after a failure. */
    void onRestart();

    /** What can never be was seen in an epoch; it is aborted. */
    void onBrokenEpoch();

    /** An epoch was found with which nobody went on; it is aborted. */
    void onStuckEpoch();

    /** Time to take what has grown since the last time. */
    void sample(long nowMs);

    /** Hears of commits. */
    CommitListener commits();
}
