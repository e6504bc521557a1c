package org.stoatflow.runtime.metrics;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.DropCounters;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.runtime.sink.CommitListener;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.state.StateMetric;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.streams.StreamsMetrics;

/**
 * Hears from the lifecycle of an application what there is to measure, and does nothing about what it does not ask for.
 * The dispatcher's thread calls it; {@link #commits} is for the committer's.
 */
public interface MetricsListener {
    /** Measures nothing. */
    MetricsListener NONE = UserSensors::new;

    /** The time between two calls of {@link #sample} while a run goes on, in nanoseconds. */
    long SAMPLED_EVERY_NS = 1_000_000_000L;

    /** A plan is made: called before the first restore and run of this plan. */
    default void onPlan(Plan plan, SourceCounters sources) {}

    /** A run begins. */
    default void onRun(MeasuredRun run) {}

    /** The run has ended. */
    default void onRunEnd() {}

    /**
     * The state is open.
     *
     * @param told what it tells of itself, for any thread; nothing once it is closed
     */
    default void onState(Supplier<Map<StateMetric, Double>> told) {}

    /** A restore begins. */
    default void onRestore(RestoreProgress progress) {}

    /** A standby begins to follow the changelogs; null where it has ended to do so. */
    default void onFollowing(@Nullable RestoreProgress progress) {}

    /** Something has failed for which no handler could decide. */
    default void onFailure(ApplicationStatus.Failure failure) {}

    /** There are global stores: what they count, over all of the application's runs. */
    default void onGlobals(DropCounters drops) {}

    /** The consumer of the sources is made: brokers may ask it for metrics. */
    default void onConsumer(Consumer<?, ?> made) {}

    /** The consumer of the topics of global stores is made: brokers may ask it for metrics. */
    default void onGlobalConsumer(Consumer<?, ?> made) {}

    /** An event that is counted, and nothing else. */
    default void onEvent(EngineEvent event) {}

    /** A second has passed: records by how much counters have grown. */
    default void sample() {}

    /** The listener that hears of commits. */
    default CommitListener commits() {
        return CommitListener.NONE;
    }

    /** Where processors add sensors of their own. Any thread may use these. */
    StreamsMetrics sensors();
}
