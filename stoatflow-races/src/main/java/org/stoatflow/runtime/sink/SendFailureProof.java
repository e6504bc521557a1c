package org.stoatflow.runtime.sink;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * A flush returns before the last answer has come, and that answer is a failed send. The committer does not commit a
 * transaction that lacks a record.
 */
public final class SendFailureProof implements Proof {
    private static final int STEPS_MAX = 4;
    private static final byte[] BYTES = {1};

    @Override
    public void attempt() {
        QuietProducer producer = new QuietProducer();
        EpochCommitRig commits = new EpochCommitRig(producer);
        Epoch epoch = commits.epoch();
        Outbox outbox = new Outbox(1);
        outbox.append("out", 0, 0, BYTES, BYTES, null);
        epoch.contribute(new LaneContribution(0, outbox, null, List.of(), 0, 0));
        epoch.cut(Map.of());
        List<Callback> sent = producer.sent();
        Together.run(commits::stepUntilItFails, () -> {
            for (int look = 0; look < STEPS_MAX; look++) {
                if (!sent.isEmpty()) {
                    sent.getFirst().onCompletion(null, new RecordTooLargeException("refused"));
                    return;
                }
            }
        });
        ForbiddenOutcome.when(producer.hasCommitted(), "a transaction is committed without a record that was refused");
    }
}
