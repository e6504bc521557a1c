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
    private final Runnable onAnswer;
    private final Runnable again;

    /**
     * @param begunMs when the commit began. The group accepts the commit only of a member that has been the owner since
     *     before
     * @param onAnswer called first, whatever has become of the commit
     * @param again has the same offsets committed once more; called where no answer came
     */
    SourceCommit(Run run, long begunMs, Runnable onAnswer, Runnable again) {
        this.run = run;
        this.begunMs = begunMs;
        this.onAnswer = onAnswer;
        this.again = again;
    }

    @Override
    public void onComplete(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception refusal) {
        onAnswer.run();
        if (refusal instanceof RetriableException || refusal instanceof RebalanceInProgressException) {
            LOG.info("Source offsets were not committed and are committed again: {}", refusal.getMessage());
            again.run();
        } else if (refusal != null) {
            run.fail(new StreamsException("Source offsets cannot be committed: " + refusal.getMessage(), refusal));
        } else {
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
