package org.stoatflow.runtime.engine;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.counters.UserSensors;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.runtime.metrics.EngineEvent;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.sink.CommitEvent;
import org.stoatflow.runtime.sink.CommitListener;
import org.stoatflow.runtime.source.SourceCounters;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.TaskId;

/**
 * Counts commits, and reports events that must not happen. The engine recovers from many of them by itself, so only its
 * metrics show them.
 */
final class RecordingMetrics implements MetricsListener, CommitListener {
    private final StreamsMetrics sensors = new UserSensors();
    private final AtomicLong commits = new AtomicLong();
    private final Consumer<String> forbidden;
    private volatile @Nullable Plan plan;

    RecordingMetrics(Consumer<String> forbidden) {
        this.forbidden = forbidden;
    }

    long committed() {
        return commits.get();
    }

    Plan plan() {
        return Objects.requireNonNull(plan, "not planned yet");
    }

    @Override
    public void onPlan(Plan newPlan, SourceCounters sources) {
        plan = newPlan;
    }

    @Override
    public void onEvent(EngineEvent event) {
        forbidden.accept("the engine counts " + event);
    }

    @Override
    public void onFailure(ApplicationStatus.Failure failure) {
        forbidden.accept("the engine has met " + failure);
    }

    @Override
    public CommitListener commits() {
        return this;
    }

    @Override
    public StreamsMetrics sensors() {
        return sensors;
    }

    @Override
    public void onCommitted(long tookNs, long bytes) {
        commits.getAndIncrement();
    }

    @Override
    public void onEvent(CommitEvent event) {
        forbidden.accept("the committer counts " + event);
    }

    @Override
    public void onRefused(TaskId task) {
        forbidden.accept("a record is refused");
    }
}
