package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.Outbox;

class SentRecordsTest {
    private static final int SEEDS = 5_000;
    private static final int RECORDS_MAX = 12;
    private static final byte[] BYTES = {1};
    private static final ChangelogPartition ROWS = new ChangelogPartition(0, "rows", 0);

    @Test
    void shouldCountEachRecordOnceWhateverTheProducerDoes() {
        for (int seed = 0; seed < SEEDS; seed++) {
            countWith(seed, new Random(seed));
        }
    }

    private static void countWith(int seed, Random random) {
        UnreliableProducer producer = new UnreliableProducer(random);
        AtomicInteger allBack = new AtomicInteger();
        SentRecords sentRecords = new SentRecords(random.nextBoolean(), allBack::incrementAndGet);
        Outbox outbox = outbox(1 + random.nextInt(RECORDS_MAX), random);
        try {
            for (int i = 0; i < outbox.size(); i++) {
                if (sentRecords.trySend(producer, outbox, i) != null) {
                    sentRecords.refuse(outbox, i, new IllegalStateException("blocked"));
                }
                producer.answer(false);
            }
        } catch (RuntimeException | LinkageError thrown) {
            assertTrue(thrown.getMessage() != null, "seed " + seed); // the run ends, or the attempt
        }
        sentRecords.allSent();
        producer.answer(true);

        assertTrue(sentRecords.isAllBack(), "a record is waited for for ever, seed " + seed);
        assertEquals(1, allBack.get(), "seed " + seed);
        SentRecords.Written rows = sentRecords.written().get(ROWS);
        assertEquals(producer.acknowledged(ROWS.topic()), rows == null ? 0 : rows.records(), "seed " + seed);
        assertEquals(producer.acknowledged(ROWS.topic()), rows == null ? 0 : rows.nextOffset(), "seed " + seed);
    }

    private static Outbox outbox(int records, Random random) {
        Outbox outbox = new Outbox(records);
        for (int i = 0; i < records; i++) {
            if (random.nextBoolean()) {
                outbox.append("out", 0, 0, BYTES, BYTES, null);
            } else {
                outbox.appendChangelog(ROWS, 0, BYTES, BYTES, null);
            }
        }
        return outbox;
    }
}
