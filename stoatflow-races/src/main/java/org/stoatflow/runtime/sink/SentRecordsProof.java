package org.stoatflow.runtime.sink;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.races.ForbiddenOutcome;
import org.stoatflow.races.Proof;
import org.stoatflow.races.Together;

/**
 * Two answers come back, one of them a failure and one of them twice, while the committer marks the end of sending and
 * looks. All answers are back once, and a thread that sees this also sees the failure.
 */
public final class SentRecordsProof implements Proof {
    private static final byte[] BYTES = {1};

    @Override
    public void attempt() {
        AtomicInteger told = new AtomicInteger();
        SentRecords sentRecords = new SentRecords(true, told::incrementAndGet);
        QuietProducer producer = new QuietProducer();
        Outbox outbox = new Outbox(2);
        outbox.append("out", 0, 0, BYTES, BYTES, null);
        outbox.append("out", 0, 0, BYTES, BYTES, null);
        sentRecords.send(producer.producer(), outbox);
        RecordTooLargeException sendFailure = new RecordTooLargeException("refused");
        Together.run(
                () -> {
                    sentRecords.allSent();
                    boolean allBack = sentRecords.isAllBack();
                    ForbiddenOutcome.when(
                            allBack && !sentRecords.isRefused(), "all are back, and the failed send is not seen");
                },
                () -> {
                    producer.sent().get(0).onCompletion(null, sendFailure);
                    producer.sent().get(1).onCompletion(null, null);
                },
                () -> producer.sent().get(1).onCompletion(null, null));
        ForbiddenOutcome.when(!sentRecords.isAllBack(), "an answer is missing");
        ForbiddenOutcome.when(told.get() != 1, "told " + told.get() + " times that all are back");
    }
}
