package org.stoatflow.runtime.group;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.config.TimeSpans;
import org.stoatflow.kernel.time.Clock;

/**
 * Of the partitions that were taken back, the ones whose topics are gone. Kafka's consumer gives back a topic that is
 * not in its metadata, which may also be because this application must not see it any more. If that topic comes back,
 * it is read on from the committed position: so under exactly-once that has to be behind what was processed. Of a topic
 * that is gone, no position may be committed. Owner: the thread that polls the consumer.
 */
public final class RevokedTopics {
    private static final Logger LOG = LoggerFactory.getLogger(RevokedTopics.class);

    /** Longest wait for the answer; a transaction may be open meanwhile. */
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    private final Function<Collection<String>, Future<Set<String>>> asking;
    private final Clock clock;
    private Set<TopicPartition> revoked = Set.of();
    private Set<TopicPartition> gone = Set.of();

    /**
     * Shared. Written by: the dispatcher's thread; the admin client's completes the future. Read by: the dispatcher's
     * thread. Safe: a future: who sees it done sees its answer. Proof: SharedFieldsTest.
     */
    private @Nullable Future<Set<String>> question; // while there is no answer

    private boolean isAwaited; // while it is not late
    private long askedNs;

    /** @param asking asks the cluster, without waiting, which topics are gone */
    public RevokedTopics(Function<Collection<String>, Future<Set<String>>> asking, Clock clock) {
        this.asking = asking;
        this.clock = clock;
    }

    /**
     * Takes in which partitions are revoked, and looks for the answer. What is gone stays so while it is among them: a
     * later question is about the others, and may not be answered.
     */
    @SuppressWarnings("ReferenceEquality") // another object where there are others
    void look(Set<TopicPartition> nowRevoked) {
        if (revoked != nowRevoked) {
            revoked = nowRevoked;
            gone = gone.stream().filter(revoked::contains).collect(Collectors.toUnmodifiableSet());
            askedNs = clock.nanos();
            isAwaited = true;
            Set<TopicPartition> open = rest();
            question = open.isEmpty()
                    ? null
                    : asking.apply(
                            open.stream().map(TopicPartition::topic).collect(Collectors.toCollection(TreeSet::new)));
        }
        if (question != null && question.isDone()) {
            take(question);
            question = null;
        } else if (question != null && isAwaited && clock.nanos() - askedNs > TimeSpans.nanos(ANSWER_MAX)) {
            LOG.warn(
                    "Nobody has told within {} whether the topics of {} are gone; their positions are committed",
                    ANSWER_MAX,
                    rest());
            isAwaited = false; // the answer still counts: a commit that waits for what is gone is ended by it
        }
    }

    private void take(Future<Set<String>> answer) {
        try {
            Set<String> topics = answer.get();
            gone = revoked.stream()
                    .filter(partition -> gone.contains(partition) || topics.contains(partition.topic()))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (ExecutionException refused) {
            LOG.warn(
                    "The cluster does not say whether the topics of {} are gone; their positions are committed",
                    rest(),
                    refused.getCause());
        } catch (InterruptedException interrupted) { // it is done, so nothing waits
            Thread.currentThread().interrupt();
        }
    }

    /** The partitions that are gone for certain. Immutable. */
    Set<TopicPartition> gone() {
        return gone;
    }

    /** The partitions of which nobody knows yet. Immutable. */
    Set<TopicPartition> undecided() {
        return question == null || !isAwaited ? Set.of() : rest();
    }

    private Set<TopicPartition> rest() {
        return revoked.stream().filter(partition -> !gone.contains(partition)).collect(Collectors.toUnmodifiableSet());
    }
}
