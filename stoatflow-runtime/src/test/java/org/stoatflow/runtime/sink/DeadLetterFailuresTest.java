package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.batch.HeaderBytes;
import org.stoatflow.kernel.error.DropCounts;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.SendingNode;

/** Letters about records of those who want none to be written: a letter has the headers of the record it is about. */
class DeadLetterFailuresTest {
    private static final byte[] LARGE = new byte[2_000_000];
    private static final SendingNode SENDER = new SendingNode("node", 0, true, Set.of());

    private final DropCounts drops = new DropCounts();
    private final DeadLetterFailures failures = new DeadLetterFailures(drops, CommitListener.NONE);
    private final RecordHeaders headers = new RecordHeaders();

    /** Decides about a letter, and gives what is to be sent instead; null for nothing. */
    private ProducerRecord<byte[], byte[]> decided(ProducerRecord<byte[], byte[]> letter, Exception reason) {
        Outbox refused = new Outbox(1);
        refused.appendDeadLetter(letter, SENDER, "in", 3, 7);
        Outbox letters = new Outbox(1);
        failures.decide(new SendFailure(refused, 0, refused.record(0), reason), SENDER, refused.context(0), letters);
        assertTrue(refused.isDropped(0));
        return letters.isEmpty() ? null : letters.record(0);
    }

    private ProducerRecord<byte[], byte[]> tooLarge() {
        ProducerRecord<byte[], byte[]> letter = letter(LARGE);
        return decided(letter, new RecordTooLargeException("of 2 MB"));
    }

    private ProducerRecord<byte[], byte[]> letter(byte[] value) {
        return new ProducerRecord<>("letters", null, 5L, "k".getBytes(StandardCharsets.UTF_8), value, headers);
    }

    private static String text(ProducerRecord<byte[], byte[]> letter, String header) {
        Header found = letter.headers().lastHeader(header);
        assertNotNull(found, header);
        return new String(found.value(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldSendALetterThatIsTooLargeOnceMoreWithoutItsValue() {
        ProducerRecord<byte[], byte[]> shortened = tooLarge();
        assertNull(shortened.value());
        assertEquals("2000000", text(shortened, "__stoatflow.errors.value.bytes"));
        assertEquals("in", text(shortened, "__stoatflow.errors.topic"));
        assertNull(decided(shortened, new RecordTooLargeException("of 1 KB")), "once");
        assertEquals(1, drops.of(ErrorDrop.DEAD_LETTER));
    }

    @Test
    void shouldNotTakeARecordsOwnHeaderForOneOfAShortenedLetter() {
        headers.add("__stoatflow.errors.letter.refused", new byte[0]);
        headers.add("__stoatflow.errors.topic", "elsewhere".getBytes(StandardCharsets.UTF_8));
        ProducerRecord<byte[], byte[]> shortened = tooLarge();
        assertNotNull(shortened);
        assertEquals("in", text(shortened, "__stoatflow.errors.topic"));
    }

    @Test
    void shouldBoundWhatIsKeptOfARecordsOwnHeaders() {
        headers.add("__streams.errors." + "n".repeat(1_000_000), new byte[0]);
        for (int i = 0; i < 10_000; i++) {
            headers.add("__streams.errors." + i, new byte[256]);
        }
        headers.add("__streams.errors.message", "why".getBytes(StandardCharsets.UTF_8)); // the handler's are the last
        ProducerRecord<byte[], byte[]> shortened = tooLarge();
        assertTrue(HeaderBytes.of(shortened.headers()) < 16_384, "bytes=" + HeaderBytes.of(shortened.headers()));
        assertEquals("why", text(shortened, "__streams.errors.message"));
    }

    /** Brokers refuse times too far from now, which a source's topic may allow. */
    @Test
    void shouldSendALetterWhoseTimeIsRefusedWithTheTimeOfItsSend() {
        ProducerRecord<byte[], byte[]> again = decided(letter(LARGE), new InvalidTimestampException("year 292278994"));
        assertNotNull(again);
        assertNull(again.timestamp());
        assertEquals(LARGE.length, again.value().length);
        assertNull(decided(again, new InvalidTimestampException("this one, too")));
        assertEquals(1, drops.of(ErrorDrop.DEAD_LETTER));
    }
}
