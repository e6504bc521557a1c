package org.stoatflow.runtime.restoring;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.restore.CommittedOffsets;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * Follows the changelogs that another instance writes, by the restorer that restores them, so that who takes over reads
 * the tail only. Source topics of tables are followed as far as the owner has committed. Left to the owner are stores
 * that users have written, since these are opened for an owner. Owner: the dispatcher's thread.
 */
public final class Following {
    private static final Logger LOG = LoggerFactory.getLogger(Following.class);

    private final List<RestoreTask> changelogs;
    private final List<RestoreTask> sources;
    private final RestoreProgress progress;
    private final RestoreEnvironment environment;
    private final List<RestoreDriver> drivers = new ArrayList<>();

    private Following(List<RestoreTask> changelogs, List<RestoreTask> sources, RestoreEnvironment environment) {
        this.changelogs = changelogs;
        this.sources = sources;
        this.progress = new RestoreProgress(joined(changelogs, sources));
        this.environment = environment;
    }

    private static List<RestoreTask> joined(List<RestoreTask> some, List<RestoreTask> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /**
     * Finds out where to go on, and changes nothing.
     *
     * @param group the application's, whose committed offsets bound what is read of source topics
     */
    public static Following plan(
            Plan plan,
            StateEngine state,
            ClusterTopics topics,
            FollowedGroup group,
            KafkaClients clients,
            RestoreEnvironment environment) {
        long nowMs = environment.clock().millis(); // before the ends are asked for
        Restoration.Asking asking =
                new Restoration.Asking(clients, group.requestTimeout(), group.committed(sourcesOf(plan)));
        List<RestoreTask> changelogs = Restoration.tasks(
                plan, state, topics, asking, nowMs, store -> isFollowed(store) && store.sourceTopic() == null);
        List<RestoreTask> sources = Restoration.tasks(
                plan, state, topics, asking, nowMs, store -> isFollowed(store) && store.sourceTopic() != null);
        CommittedOffsets committed = group::committedInTime;
        return new Following(
                changelogs.stream().map(RestoreTask::following).toList(),
                sources.stream().map(task -> task.following(committed)).toList(),
                environment);
    }

    private static List<TopicPartition> sourcesOf(Plan plan) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (StorePlan store : plan.stores()) {
            String topic = store.sourceTopic();
            if (topic != null && isFollowed(store)) {
                plan.ownedOf(store).stream().forEach(partition -> partitions.add(new TopicPartition(topic, partition)));
            }
        }
        return partitions;
    }

    /** Whether an instance that waits has the rows of a store. */
    public static boolean isFollowed(StorePlan store) {
        return store.restoredFrom() != null && !store.description().isUsers();
    }

    /** Begins. The users' listener is not told: it hears of restores, by which an application comes to run. */
    public void begin(StateEngine state, KafkaClients clients) {
        int partitions = changelogs.size() + sources.size();
        if (partitions > 0) {
            LOG.info("Following the changelogs of {} partitions, to take over with a short restore", partitions);
        }
        if (clients.areSourcesReadUncommitted()) {
            follow(changelogs, state, clients::newRestoreConsumer);
            follow(sources, state, clients::newSourceRestoreConsumer);
        } else {
            follow(joined(changelogs, sources), state, clients::newRestoreConsumer);
        }
    }

    private void follow(List<RestoreTask> tasks, StateEngine state, Supplier<Consumer<byte[], byte[]>> consumers) {
        if (!tasks.isEmpty()) {
            drivers.add(environment.restore(tasks, state, new Restoration.Reading(consumers, new Quiet(), progress)));
        }
    }

    /** @throws RuntimeException if nothing is followed any more */
    public void requireGoing() {
        drivers.forEach(RestoreDriver::isDone);
    }

    /** What is left is how far this instance is behind. */
    public RestoreProgress progress() {
        return progress;
    }

    /** Asks it to end, and does not wait. */
    public void stop() {
        drivers.forEach(RestoreDriver::stop);
        drivers.clear();
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
