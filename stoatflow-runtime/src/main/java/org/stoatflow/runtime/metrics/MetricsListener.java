package org.stoatflow.runtime.metrics;

import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.runtime.sink.CommitListener;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.streams.StreamsMetrics;

/**
 * Hears from the lifecycle of an application what there is to measure. The dispatcher's thread calls it; {@link
 * #commits} is for the committer's.
 */
public interface MetricsListener {
    /** Measures nothing. */
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
        public void onFollowing(@Nullable RestoreProgress progress) {}

        @Override
        public void onFailure(ApplicationStatus.Failure failure) {}

        @Override
        public void onGlobals(DropCounters drops) {}

        @Override
        public void onEvent(EngineEvent event) {}

        @Override
        public void sample() {}

        @Override
        public CommitListener commits() {
            return CommitListener.NONE;
        }

        @Override
        public StreamsMetrics sensors() {
            return new UserSensors();
        }
    };

    /** The time between two calls of {@link #sample} while a run goes on, in nanoseconds. */
    long SAMPLED_EVERY_NS = 1_000_000_000L;

    /** A plan is made: called before the first restore and run of this plan. */
    void onPlan(Plan plan, SourceCounters sources);

    /** A run begins. */
    void onRun(MeasuredRun run);

    /** The run has ended. */
    void onRunEnd();

    /** A restore begins. */
    void onRestore(RestoreProgress progress);

    /** A standby begins to follow the changelogs; null where it has ended to do so. */
    void onFollowing(@Nullable RestoreProgress progress);

    /** Something has failed for which no handler could decide. */
    void onFailure(ApplicationStatus.Failure failure);

    /** There are global stores: what they count, over all of the application's runs. */
    void onGlobals(DropCounters drops);

    /** An event that is counted, and nothing else. */
    void onEvent(EngineEvent event);

    /** A second has passed: records by how much counters have grown. */
    void sample();

    /** The listener that hears of commits. */
    CommitListener commits();

    /** Where processors add sensors of their own. Any thread may use these. */
    StreamsMetrics sensors();
}
