package org.stoatflow.runtime.run;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.errors.StreamsException;

/** Commits source offsets by the consumer, under at-least-once. The consumer calls back in its own thread. */
final class SourceCommit implements OffsetCommitCallback {
    private static final Logger LOG = LoggerFactory.getLogger(SourceCommit.class);

    private final Run run;
    private final long begunMs;
    private final CommitAnswers answers;

    /**
     * @param begunMs when the commit began. The group accepts the commit only of a member that has been the owner since
     *     before
     * @param answers told what has become of the commit
     */
    SourceCommit(Run run, long begunMs, CommitAnswers answers) {
        this.run = run;
        this.begunMs = begunMs;
        this.answers = answers;
    }

    @Override
    public void onComplete(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception refusal) {
        if (refusal instanceof RetriableException || refusal instanceof RebalanceInProgressException) {
            answers.onPassing(refusal);
        } else if (refusal != null) {
            answers.onRefused();
            run.fail(new StreamsException("Source offsets cannot be committed: " + refusal.getMessage(), refusal));
        } else {
            answers.onAccepted();
            run.owner().wasAt(begunMs);
        }
    }

    /**
     * Commits and waits for the answer. Records whose offsets it cannot commit are processed again after the next
     * start.
     */
    static void now(
            Consumer<byte[], byte[]> consumer, Map<TopicPartition, OffsetAndMetadata> offsets, Duration within) {
        try {
            consumer.commitSync(offsets, within);
        } catch (CommitFailedException fenced) {
            LOG.warn("The last source offsets could not be committed; their records are processed again", fenced);
        }
    }
}
