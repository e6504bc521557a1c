package org.stoatflow.runtime.sink;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.HeaderBytes;
import org.stoatflow.kernel.error.DropCounts;
import org.stoatflow.kernel.error.ErrorContext;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.SendingNode;

/**
 * Decides about dead letters that were not taken. The verdict on the record that has failed stands, whatever becomes of
 * its letter, so no handler is asked: who may write to a topic must not be able to stop the application with a record
 * that goes on as no letter. A letter that is too large is sent once more, without what may be large. Owner: the
 * committer's thread.
 */
final class DeadLetterFailures {
    /** How the headers begin that say what a shortened letter is about. */
    static final String HEADER = "__stoatflow.errors.";

    /** A longer key is left out of a shortened letter, and a longer header is cut or left out. */
    static final int KEPT_BYTES_MAX = 256;

    /** The offset of a record that is on no topic, since it came over a hop. */
    private static final long NO_OFFSET = -1;

    /** So many headers of the error are kept. The handler's are behind those of the record, which may have any. */
    private static final int KEPT_HEADERS_MAX = 16;

    /** All headers of a shortened letter have fewer bytes. */
    private static final int HEADERS_BYTES_MAX = 1 << 14;

    private static final String KAFKAS_HEADER = "__streams.errors.";
    private static final String REASON = HEADER + "letter.refused";

    private final DropCounts drops;
    private final CommitListener listener;

    DeadLetterFailures(DropCounts drops, CommitListener listener) {
        this.drops = drops;
        this.listener = listener;
    }

    /** Whether the failure is a letter's own, though of another record it would mean that the producer is at fault. */
    static boolean isOfLetter(SendFailure sendFailure) {
        SendingNode sender = sendFailure.outbox().sender(sendFailure.index());
        return sender != null
                && sender.deadLetters()
                && (sendFailure.reason() instanceof TopicAuthorizationException
                        || sendFailure.reason() instanceof InvalidTopicException);
    }

    /** @param letters takes the shortened letter */
    SendFailureHandler.Decision decide(SendFailure refused, SendingNode sender, ErrorContext where, Outbox letters) {
        if (refused.reason() instanceof RetriableException && !(refused.reason() instanceof AbsentTopicException)) {
            return new SendFailureHandler.Decision.Again(refused);
        }
        refused.outbox().drop(refused.index());
        ProducerRecord<byte[], byte[]> instead = instead(refused, where, sender.isBehindHop(where.topic()));
        if (instead != null) {
            letters.appendDeadLetter(instead, sender, where.topic(), where.partition(), where.offset());
        } else {
            drops.onDropped(ErrorDrop.DEAD_LETTER, where, refused.describe());
            listener.onEvent(CommitEvent.LETTER_LOST);
        }
        return new SendFailureHandler.Decision.Resolved();
    }

    /** What is sent instead, if that may pass. */
    private static @Nullable ProducerRecord<byte[], byte[]> instead(
            SendFailure refused, ErrorContext where, boolean isBehindHop) {
        ProducerRecord<byte[], byte[]> letter = refused.record();
        Exception reason = refused.reason();
        if (reason instanceof RecordTooLargeException && !isShortened(letter)) {
            return shortened(letter, where, isBehindHop, reason);
        }
        if (reason instanceof InvalidTimestampException && letter.timestamp() != null) {
            return new ProducerRecord<>(
                    letter.topic(), letter.partition(), null, letter.key(), letter.value(), letter.headers());
        }
        return null;
    }

    /** The header alone says nothing: the record that the letter is about may have had it. */
    private static boolean isShortened(ProducerRecord<byte[], byte[]> letter) {
        return letter.headers().lastHeader(REASON) != null
                && letter.value() == null
                && length(letter.key()) <= KEPT_BYTES_MAX
                && HeaderBytes.of(letter.headers()) < HEADERS_BYTES_MAX;
    }

    private static ProducerRecord<byte[], byte[]> shortened(
            ProducerRecord<byte[], byte[]> letter, ErrorContext where, boolean isBehindHop, Exception reason) {
        byte[] key = letter.key();
        Headers headers = errorHeaders(letter);
        add(headers, "topic", String.valueOf(where.topic()));
        add(headers, "partition", String.valueOf(where.partition()));
        add(headers, "offset", String.valueOf(isBehindHop ? NO_OFFSET : where.offset()));
        if (isBehindHop) {
            add(headers, "source.offset", String.valueOf(where.offset()));
        }
        add(headers, "key.bytes", String.valueOf(length(key)));
        add(headers, "value.bytes", String.valueOf(length(letter.value())));
        add(headers, "headers.bytes", String.valueOf(HeaderBytes.of(letter.headers())));
        headers.add(REASON, cut(String.valueOf(reason).getBytes(StandardCharsets.UTF_8)));
        return new ProducerRecord<>(
                letter.topic(),
                letter.partition(),
                letter.timestamp(),
                length(key) <= KEPT_BYTES_MAX ? key : null,
                null,
                headers);
    }

    private static Headers errorHeaders(ProducerRecord<byte[], byte[]> letter) {
        List<Header> kept = new ArrayList<>();
        for (Header header : Arrays.asList(letter.headers().toArray()).reversed()) {
            if (kept.size() < KEPT_HEADERS_MAX
                    && header.key().startsWith(KAFKAS_HEADER)
                    && header.key().length() <= KEPT_BYTES_MAX) {
                kept.add(new RecordHeader(header.key(), cut(header.value())));
            }
        }
        return new RecordHeaders(kept.reversed());
    }

    private static void add(Headers headers, String name, String text) {
        headers.add(HEADER + name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte @Nullable [] cut(byte @Nullable [] value) {
        return value == null || value.length <= KEPT_BYTES_MAX
                ? value
                : new String(value, 0, KEPT_BYTES_MAX, StandardCharsets.UTF_8)
                        .concat("…")
                        .getBytes(StandardCharsets.UTF_8);
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? -1 : bytes.length;
    }
}
