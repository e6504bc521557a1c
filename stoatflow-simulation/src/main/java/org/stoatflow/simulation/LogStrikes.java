package org.stoatflow.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.memorykafka.Disruptions;

/** Strikes topics: they are deleted, are not found for a while, lose records, or are compacted. */
final class LogStrikes {
    private static final long TIME_OFF_MS_MIN = Duration.ofHours(25).toMillis();
    private static final int TIME_OFF_MORE_MS = (int) Duration.ofDays(10).toMillis();
    private static final int HIDDEN_MS_MAX = 60_000;
    private static final int LOST_RECORDS_MAX = 6;

    private final World world;
    private final Inputs inputs;
    private final List<Instance> instances;
    private final Runnable readChangelogs;

    /** @param readChangelogs reads them; called before compaction removes records that no check has read yet */
    LogStrikes(World world, Inputs inputs, List<Instance> instances, Runnable readChangelogs) {
        this.world = world;
        this.inputs = inputs;
        this.instances = instances;
        this.readChangelogs = readChangelogs;
    }

    /** Producers do not find an output topic, or a changelog, for a while. */
    boolean hideTopic() {
        List<String> topics = new ArrayList<>();
        world.setup().program().sinks().forEach(sink -> topics.add(sink.topic()));
        world.setup().program().stores().forEach(store -> topics.add(StateCheck.topic(store)));
        String hidden = topics.get(world.random().nextInt(topics.size()));
        disruptions().hideTopic(hidden, 1 + world.random().nextInt(HIDDEN_MS_MAX));
        return true;
    }

    /**
     * An unclean election takes the newest records from a source partition. Not where a committed offset has no leader
     * epoch, or may come to have none: then nobody can tell where the logs diverge, and the policy reads all again.
     */
    boolean loseNewest() {
        List<TopicPartition> partitions = inputs.partitions();
        TopicPartition partition = partitions.get(world.random().nextInt(partitions.size()));
        OffsetAndMetadata committed = world.kafka().view().committedWithMetadata(Setup.APPLICATION, partition);
        if (committed != null && committed.leaderEpoch().isEmpty()
                || instances.stream().anyMatch(Instance::dropsNextOffsets)) {
            return false;
        }
        long from = inputs.loseNewest(partition, 1 + world.random().nextInt(LOST_RECORDS_MAX));
        if (from < 0) {
            return false;
        }
        disruptions().loseFrom(partition, from);
        return true;
    }

    /** One of several topics of a pattern is deleted. */
    boolean deleteTopic() {
        List<String> topics = inputs.topics();
        if (topics.size() < 2) {
            return false;
        }
        String deleted = topics.get(world.random().nextInt(topics.size()));
        if (!inputs.loseTopic(deleted)) {
            return false;
        }
        disruptions().deleteTopic(deleted);
        return true;
    }

    /** Compacts the changelogs. */
    void compact(boolean dropTombstones) {
        readChangelogs.run();
        for (String store : world.setup().program().stores()) {
            for (TopicPartition changelog : world.kafka().view().partitions(StateCheck.topic(store))) {
                world.kafka().disruptions().compact(changelog, dropTombstones);
            }
        }
    }

    /**
     * Lets more time pass than tombstones are kept for: the last value of each key stays, and no tombstone does. Not
     * while rows are restored, since no restore may take that long.
     */
    boolean takeTimeOff() {
        for (Instance each : instances) {
            if (each.phase() == EnginePhase.RECOVERING
                    || each.phase() == EnginePhase.RESTORING
                    || each.phase() == EnginePhase.OPENING) {
                return false;
            }
        }
        world.kafka()
                .disruptions()
                .passTimeOff(TIME_OFF_MS_MIN + world.random().nextInt(TIME_OFF_MORE_MS), this::isOfSuspended);
        inputs.noticeTimeout();
        compact(true);
        return true;
    }

    private boolean isOfSuspended(String clientId) {
        return instances.stream().anyMatch(each -> each.isFrozen() && clientId.startsWith(each.name() + "-"));
    }

    private Disruptions disruptions() {
        return world.kafka().disruptions();
    }
}
