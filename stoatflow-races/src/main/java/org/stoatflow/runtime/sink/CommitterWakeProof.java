package org.stoatflow.runtime.sink;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;
import org.stoatflow.races.Waiter;

/**
 * The last lane leaves while the committer finds nothing to do. Then the group refuses the committer's old generation,
 * while the dispatcher polls the new generation and asks whether the committer waits for it. The committer is woken
 * both times, and commits.
 */
public final class CommitterWakeProof implements Proof {
    private static final TopicPartition PARTITION = new TopicPartition("in", 0);

    @Override
    public void attempt() {
        Waiter thread = new Waiter();
        EpochCommitRig commits = new EpochCommitRig(new QuietProducer(), thread::wake);
        commits.epoch().touch(0);
        commits.epoch().cut(Map.of(PARTITION, new SourcePosition(1, Optional.empty(), 0)));
        Together.run(() -> commits.epoch().leave(), commits::pollNewGeneration, () -> thread.await(commits::isApplied));
    }
}
