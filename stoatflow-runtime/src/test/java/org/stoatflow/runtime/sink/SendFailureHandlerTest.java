package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.SendingNode;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler.Response;

/** What is kept for records that are refused, until they are left out. */
class SendFailureHandlerTest {
    private static final SendingNode SINK = new SendingNode("sink", 0, false, Set.of());
    private static final int MANY = 1_000;
    private static final byte[] BYTES = {1};

    /** All records of an epoch may go to a topic that is gone, and their letters stay until it is applied. */
    @Test
    void shouldKeepOnceWhatManyLettersHaveInCommon() {
        Outbox outbox = new Outbox(MANY);
        List<SendFailure> refused = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            outbox.append("gone", Outbox.ANY_PARTITION, 0, BYTES, BYTES, null);
            outbox.sentBy(SINK, "in", 0, i);
            refused.add(new SendFailure(
                    outbox, i, outbox.record(i), new AbsentTopicException("gone", Outbox.ANY_PARTITION, 0)));
        }
        SendFailureHandler handler = new SendFailureHandler(
                CommitContexts.asking(LetterForEach::new, 3).errors().handlers(),
                true,
                OutputTopics.unknown(),
                CommitListener.NONE);
        assertInstanceOf(SendFailureHandler.Decision.Resolved.class, handler.decide(refused, null));
        assertEquals(2 * MANY, outbox.size());
        Set<Header> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < MANY; i++) {
            Header[] headers = outbox.record(MANY + i).headers().toArray();
            kept.addAll(List.of(headers));
            assertEquals(String.valueOf(i), text(headers[headers.length - 1]), "the offset is each letter's own");
            assertTrue(text(headers[1]).contains("Topic gone does not exist"), text(headers[1]));
        }
        assertTrue(kept.size() < MANY + MANY / 10, "headers=" + kept.size());
    }

    /** A batch is refused for one record: what is said is about that one, and what to do about its fault. */
    @Test
    void shouldNameTheRecordThatIsAtFaultAndWhatMendsThat() {
        assertTrue(why(new RecordTooLargeException("large")).contains("raise max.message.bytes"));
        String ofTime = why(new InvalidTimestampException("of 1970"));
        assertTrue(ofTime.contains("of 1970") && ofTime.contains("raise message.timestamp.before.max.ms"), ofTime);
        assertFalse(ofTime.contains("max.message.bytes"), ofTime);
    }

    /** The words of Kafka Streams 4.4.0, which people search logs for. */
    @Test
    void shouldSayWhatAHandlerHasAnsweredOrHowItFailed() {
        String fail = sunk(Response::fail).why();
        assertTrue(fail.contains("Error encountered sending record to topic out"), fail);
        assertTrue(
                fail.contains("Exception handler choose to FAIL the processing, no more records would be sent."), fail);
        String thrown = sunk(() -> {
                    throw new IllegalStateException("KABOOM!");
                })
                .why();
        assertTrue(thrown.startsWith("Fatal user code error in production error callback"), thrown);
        SendFailureHandler.Decision.Failed none = sunk(() -> null);
        assertTrue(none.why().startsWith("Fatal user code error in production error callback"), none.why());
        assertTrue(none.why().contains("Invalid ProductionExceptionHandler response."), none.why());
    }

    /** What becomes of a refused record of a sink. */
    private static SendFailureHandler.Decision.Failed sunk(Supplier<Response> answer) {
        ProductionExceptionHandler answering = new ProductionExceptionHandler() {
            @Override
            public Response handleError(
                    ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
                return answer.get();
            }

            @Override
            public void configure(Map<String, ?> configs) {}
        };
        Outbox outbox = new Outbox(1);
        outbox.append("out", Outbox.ANY_PARTITION, 0, BYTES, BYTES, null);
        outbox.sentBy(SINK, "in", 0, 0);
        SendFailure refused = new SendFailure(outbox, 0, outbox.record(0), new RecordTooLargeException("large"));
        SendFailureHandler handler = new SendFailureHandler(
                CommitContexts.asking(() -> answering, 3).errors().handlers(),
                false,
                OutputTopics.unknown(),
                CommitListener.NONE);
        return assertInstanceOf(SendFailureHandler.Decision.Failed.class, handler.decide(List.of(refused), null));
    }

    private static String why(Exception fault) {
        Outbox outbox = new Outbox(2);
        List<SendFailure> refused = new ArrayList<>();
        for (Exception reason : List.of(new KafkaException("part of a batch with a bad record"), fault)) {
            outbox.appendChangelog(new ChangelogPartition(0, "changelog", 0), 0, BYTES, BYTES, null);
            int index = refused.size();
            refused.add(new SendFailure(outbox, index, outbox.record(index), reason));
        }
        SendFailureHandler handler = new SendFailureHandler(
                CommitContexts.asking(LetterForEach::new, 3).errors().handlers(),
                false,
                OutputTopics.unknown(),
                CommitListener.NONE);
        return assertInstanceOf(SendFailureHandler.Decision.Failed.class, handler.decide(refused, null))
                .why();
    }

    private static String text(Header header) {
        return new String(header.value(), StandardCharsets.UTF_8);
    }

    /** Goes on, with a letter as the library's own handlers write it. */
    private static final class LetterForEach implements ProductionExceptionHandler {
        private final LogAndContinueProcessingExceptionHandler letters = new LogAndContinueProcessingExceptionHandler();

        LetterForEach() {
            letters.configure(Map.of(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "letters"));
        }

        @Override
        public Response handleError(ErrorHandlerContext where, ProducerRecord<byte[], byte[]> record, Exception why) {
            return Response.resume(letters.handleError(where, null, why).deadLetterQueueRecords());
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
