package org.stoatflow.runtime.restoring;

import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * Follows the changelogs that another instance writes, by the restorer that restores them, so that who takes over reads
 * the tail only. Left to the owner are tables that are restored from their source topics, since they may have what is
 * committed only, and stores that users have written, since these are opened for an owner. Owner: the dispatcher's
 * thread.
 */
public final class Following {
    private static final Logger LOG = LoggerFactory.getLogger(Following.class);

    private final List<RestoreTask> tasks;
    private final RestoreProgress progress;
    private final RestoreEnvironment environment;
    private @Nullable RestoreDriver driver;

    private Following(List<RestoreTask> tasks, RestoreEnvironment environment) {
        this.tasks = tasks;
        this.progress = new RestoreProgress(tasks);
        this.environment = environment;
    }

    /** Finds out where to go on, and changes nothing. */
    public static Following plan(
            Plan plan,
            StateEngine state,
            ClusterTopics topics,
            Restoration.Asking asking,
            RestoreEnvironment environment) {
        long nowMs = environment.clock().millis(); // before the ends are asked for
        List<RestoreTask> tasks = Restoration.tasks(plan, state, topics, asking, nowMs, Following::isFollowed).stream()
                .map(RestoreTask::following)
                .toList();
        return new Following(tasks, environment);
    }

    /** Whether an instance that waits has the rows of a store. */
    public static boolean isFollowed(StorePlan store) {
        return store.changelogTopic() != null
                && store.sourceTopic() == null
                && !store.description().isUsers();
    }

    /** Begins. The users' listener is not told: it hears of restores, by which an application comes to run. */
    public void begin(StateEngine state, KafkaClients clients) {
        if (!tasks.isEmpty()) {
            LOG.info("Following the changelogs of {} partitions, to take over with a short restore", tasks.size());
            driver = environment.restore(
                    tasks, state, new Restoration.Reading(clients::newRestoreConsumer, new Quiet(), progress));
        }
    }

    /** @throws RuntimeException if nothing is followed any more */
    public void requireGoing() {
        if (driver != null) {
            driver.isDone();
        }
    }

    /** What is left is how far this instance is behind. */
    public RestoreProgress progress() {
        return progress;
    }

    /** Asks it to end, and does not wait. */
    public void stop() {
        if (driver != null) {
            driver.stop();
            driver = null;
        }
    }

    private static final class Quiet implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {}

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long restored) {}
    }
}
