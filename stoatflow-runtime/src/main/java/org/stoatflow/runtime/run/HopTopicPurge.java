package org.stoatflow.runtime.run;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.ClusterTopics;

/**
 * Deletes from the topics of hops what the group has processed of an owner before, as Kafka Streams does
 * (docs/design/040). Such a topic keeps its records for ever, and it is read from its begin where the group has no
 * offset: once brokers have let the group's offsets expire, everything in it would be processed again. It asks the
 * cluster every second, until nothing is left to delete, and never waits for the answer. Owner: the dispatcher's
 * thread.
 */
public final class HopTopicPurge {
    private static final Logger LOG = LoggerFactory.getLogger(HopTopicPurge.class);

    static final long ASKED_AGAIN_NS = TimeSpans.nanos(Duration.ofSeconds(1));

    /** When a request is given up that ought to have timed out: the thread of the admin client may have ended. */
    static final long GIVEN_UP_NS = TimeSpans.nanos(Duration.ofMinutes(10));

    private final ClusterTopics cluster;
    private final String group;
    private final Clock clock;
    private final Map<TopicPartition, Long> ends; // of the partitions in which there is something to delete

    /**
     * Shared. Written by: the dispatcher's thread; the admin client's completes the future. Read by: the dispatcher's
     * thread. Safe: a future: who sees it done sees its answer. Proof: SharedFieldsTest.
     */
    private @Nullable Future<Map<TopicPartition, Long>> asked;

    private long askAtNs;
    private long askedNs;

    /** @param ends the ends of the partitions of hops' topics that hold anything */
    public HopTopicPurge(ClusterTopics cluster, String group, Map<TopicPartition, Long> ends, Clock clock) {
        this.cluster = cluster;
        this.group = group;
        this.clock = clock;
        this.ends = new HashMap<>(ends);
        this.askAtNs = clock.nanos();
    }

    /** Does the next thing, if it is time for one. Called after each step of a run. */
    void step() {
        Future<Map<TopicPartition, Long>> open = asked;
        if (open != null) {
            if (open.isDone() || clock.nanos() - askedNs >= GIVEN_UP_NS) {
                asked = null;
                askAtNs = clock.nanos() + ASKED_AGAIN_NS;
                take(open);
            }
        } else if (!ends.isEmpty() && clock.nanos() - askAtNs >= 0) {
            askedNs = clock.nanos();
            asked = cluster.deleteCommitted(group, ends.keySet());
        }
    }

    private void take(Future<Map<TopicPartition, Long>> answer) {
        switch (answer.state()) {
            case SUCCESS ->
                answer.resultNow()
                        .forEach((partition, begin) ->
                                ends.computeIfPresent(partition, (same, end) -> begin >= end ? null : end));
            case FAILED -> onFailure(answer.exceptionNow());
            case CANCELLED, RUNNING -> LOG.debug("A request to delete records of {} was given up", ends.keySet());
        }
    }

    private void onFailure(Throwable failure) {
        if (failure instanceof RetriableException) {
            LOG.debug("Records of {} cannot be deleted now", ends.keySet(), failure);
            return;
        }
        LOG.warn(
                "Records of an owner before that are processed stay in {}: {}. Were the offsets of group {} lost"
                        + " (offsets.retention.minutes), they would be processed again. Let the application delete"
                        + " records of these topics (the operation Delete, and Describe of the group), as Kafka Streams"
                        + " needs it too; or delete the topics while the application is closed",
                ends.keySet(),
                failure.getMessage(),
                group,
                failure);
        ends.clear();
    }
}
