package org.stoatflow.kernel.outbox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.state.ChangelogCollector;

/** How the committer gives an outbox back to its lane. */
class OutboxTest {
    private static final SendingNode SENDER = new SendingNode("sink", 0, false, Set.of());

    private final Outbox outbox = new Outbox(0);

    private void append(int records) {
        for (int i = 0; i < records; i++) {
            outbox.append(
                    "out",
                    1,
                    i,
                    new byte[] {1},
                    new byte[] {2},
                    CopyOnWriteHeaders.of(new RecordHeaders().add("h", new byte[0])));
            outbox.sentBy(SENDER, "in", 3, i);
        }
    }

    @Test
    void shouldComeBackWithNothingOfTheEpochBefore() {
        append(3);
        outbox.appendChangelog(new ChangelogPartition(0, "log", 2), 5, new byte[] {3}, null, null);
        outbox.drop(0);
        outbox.drop(3);
        outbox.giveBack();
        assertTrue(outbox.takeBack(3));
        assertTrue(outbox.isEmpty());
        assertEquals(0, outbox.bytes());

        outbox.appendChangelog(new ChangelogPartition(0, "log", 4), 6, new byte[] {4}, new byte[] {5}, null);
        outbox.append("out", Outbox.ANY_PARTITION, Outbox.NO_TIMESTAMP, null, null, null);
        assertFalse(outbox.isDropped(0));
        assertNull(outbox.sender(0));
        assertEquals(4, outbox.changelog(0).partition());
        ProducerRecord<byte[], byte[]> first = outbox.record(0);
        assertEquals("log 4 6", first.topic() + " " + first.partition() + " " + first.timestamp());
        assertArrayEquals(new byte[] {4}, first.key());
        assertArrayEquals(new byte[] {5}, first.value());
        assertFalse(first.headers().iterator().hasNext());
        assertNull(outbox.changelog(1));
        assertNull(outbox.sender(1));
        assertEquals(new ProducerRecord<byte[], byte[]>("out", null, (Long) null, null, null), outbox.record(1));
    }

    @Test
    void shouldSendAChangelogRecordWithHeadersAndNoTimestamp() {
        CopyOnWriteHeaders headers = CopyOnWriteHeaders.of(new RecordHeaders().add("v", new byte[] {3}));
        ChangelogPartition changelog = new ChangelogPartition(0, "log", 2);
        outbox.appendChangelog(changelog, ChangelogCollector.NO_TIMESTAMP, new byte[] {4}, null, headers);
        ProducerRecord<byte[], byte[]> record = outbox.record(0);
        assertNull(record.timestamp(), "the producer takes its own time");
        assertArrayEquals(new byte[] {3}, record.headers().lastHeader("v").value());
    }

    @Test
    void shouldStayWithTheCommitterUntilItIsGivenBack() {
        append(3);
        assertFalse(outbox.takeBack(3), "not given back yet");
        outbox.giveBack();
        assertTrue(outbox.takeBack(3));
        assertFalse(outbox.takeBack(3), "taken already");
    }

    @Test
    void shouldNotBeUsedAgainWithFarMoreRoomThanIsNeeded() {
        append(1_000);
        outbox.giveBack();
        assertFalse(outbox.takeBack(20));
        assertTrue(outbox.takeBack(1_000));
    }
}
