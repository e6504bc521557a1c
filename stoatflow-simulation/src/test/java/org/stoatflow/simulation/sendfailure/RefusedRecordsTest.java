package org.stoatflow.simulation.sendfailure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.simulation.sendfailure.CommitterRig.CHANGELOG;
import static org.stoatflow.simulation.sendfailure.CommitterRig.DEAD;
import static org.stoatflow.simulation.sendfailure.CommitterRig.HOP;
import static org.stoatflow.simulation.sendfailure.CommitterRig.OUT;
import static org.stoatflow.simulation.sendfailure.CommitterRig.REQUEST_BYTES_MAX;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.error.ErrorContext;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.memorykafka.FaultEffect;
import org.stoatflow.memorykafka.FaultPoint;
import org.stoatflow.runtime.sink.CommitFailure;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.errors.ProductionExceptionHandler.Response;
import org.stoatflow.streams.processor.TaskId;

/** What the committer does with records that the producer or the broker does not take, under both guarantees. */
class RefusedRecordsTest {
    private static final int TOO_LARGE = REQUEST_BYTES_MAX + 1;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCommitAllButARecordThatIsTooLarge(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        rig.answerWith(CommitterRig::resumeWithLetter);
        rig.send("a", 10);
        rig.send("b", TOO_LARGE);
        rig.send("c", 10);
        rig.commit();
        assertEquals(List.of("a", "c"), rig.keys(OUT));
        assertEquals(List.of("b"), rig.keys(DEAD));
        assertEquals(List.of("b RecordTooLargeException from in-0@1 by SINK of 0_0"), rig.asked());
        assertEquals(1, rig.committer().drops().of(ErrorDrop.REFUSED));
        assertTrue(rig.isCommitted());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCommitAllButARecordThatTheBrokerRefuses(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        rig.answerWith(CommitterRig::resumeWithLetter);
        String first = exactlyOnce ? "app-1" : "app-0"; // they take turns
        rig.kafka.faults().strikeNext(first, FaultPoint.SEND, FaultEffect.RECORD_REFUSED);
        rig.send("a", 10);
        rig.send("b", 10);
        rig.commit();
        assertEquals(List.of("b"), rig.keys(OUT));
        assertEquals(List.of("a"), rig.keys(DEAD));
        assertTrue(rig.isCommitted());
    }

    /** One failed send, in any lane's output, ends the attempt for all lanes' output (KAFKA-16903). */
    @Test
    void shouldCommitNoLanesOutputWhereAnotherLanesIsRefused() {
        CommitterRig rig = new CommitterRig(true);
        rig.send("a", 10);
        rig.sendByOther("b", TOO_LARGE);
        CommitFailure failure = assertThrows(CommitFailure.class, rig::commit);
        assertTrue(failure.getMessage().contains("topic out"), failure.getMessage());
        assertEquals(List.of("b RecordTooLargeException from in-0@1 by SINK of 0_0"), rig.asked());
        assertEquals(List.of(), rig.keys(OUT));
        assertFalse(rig.isCommitted());
    }

    /** The epoch may have been announced before a thread saw that it is broken. */
    @Test
    void shouldCommitNothingOfAnEpochInWhichWhatCanNeverBeWasSeen() {
        CommitterRig rig = new CommitterRig(true);
        rig.send("a", 10);
        rig.epoch().brokenBy("the test says so");
        CommitFailure failure = assertThrows(CommitFailure.class, rig::commit);
        assertTrue(failure.getMessage().contains("what can never be was seen in it"), failure.getMessage());
        assertEquals(List.of(), rig.keys(OUT));
        assertFalse(rig.isCommitted());
    }

    /** The return of flush proves nothing (KAFKA-19479), so the committer counts callbacks, and waits for them. */
    @Test
    void shouldCommitNothingWhereFlushReturnsBeforeAllIsAnswered() {
        CommitterRig rig = new CommitterRig(true, RefusedRecordsTest::withHastyFlush);
        rig.send("a", 10);
        rig.send("b", 10);
        rig.commit();
        assertEquals(List.of(), rig.keys(OUT));
        assertFalse(rig.isCommitted());
    }

    @SuppressWarnings("unchecked")
    private static Producer<byte[], byte[]> withHastyFlush(Producer<byte[], byte[]> producer) {
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                RefusedRecordsTest.class.getClassLoader(),
                new Class<?>[] {Producer.class},
                (proxy, method, arguments) ->
                        method.getName().equals("flush") ? null : method.invoke(producer, arguments));
    }

    /**
     * There are more such records than attempts, so one attempt must find several. The handler is asked about each
     * record once.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCommitAllButManyRecordsThatAreTooLarge(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        rig.answerWith(CommitterRig::resumeWithLetter);
        Random random = new Random(5);
        List<String> fit = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            boolean tooLarge = i % 2 == 0;
            rig.send("k" + i, tooLarge ? TOO_LARGE + random.nextInt(10_000) : random.nextInt(100));
            if (!tooLarge) {
                fit.add("k" + i);
            }
        }
        rig.commit();
        assertEquals(fit, rig.keys(OUT));
        assertEquals(1_500, rig.asked().size());
        assertEquals(1_500, rig.asked().stream().distinct().count());
        assertEquals(1_500, rig.keys(DEAD).size());
        assertTrue(rig.isCommitted());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFailWhereTheHandlerSaysSo(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        rig.send("a", 10);
        rig.send("b", TOO_LARGE);
        CommitFailure failure = assertThrows(CommitFailure.class, rig::commit);
        assertTrue(failure.isOutcomeKnown());
        assertTrue(failure.getMessage().contains("topic in, partition 0, offset 1"), failure::getMessage);
        assertFalse(rig.isCommitted());
        assertEquals(exactlyOnce ? List.of() : List.of("a"), rig.keys(OUT));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFailWhereTheHandlerThrows(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        rig.answerWith((record, failure) -> {
            throw new IllegalStateException("handler is broken");
        });
        rig.send("b", TOO_LARGE);
        CommitFailure failure = assertThrows(CommitFailure.class, rig::commit);
        assertTrue(failure.getMessage().contains("handler is broken"), failure::getMessage);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNeverLeaveOutAChangelogRecord(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        rig.answerWith(CommitterRig::resumeWithLetter);
        rig.send("a", 10);
        rig.change("key", TOO_LARGE);
        CommitFailure failure = assertThrows(CommitFailure.class, rig::commit);
        assertTrue(failure.getMessage().contains(CHANGELOG), failure::getMessage);
        assertTrue(failure.getMessage().contains("a key of 3 bytes"), failure::getMessage);
        assertEquals(List.of(), rig.asked());
        assertFalse(rig.isCommitted());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldShortenADeadLetterThatIsTooLargeAndAskNobodyAboutIt(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        rig.answerWith((record, failure) -> Response.resume(
                List.of(new ProducerRecord<>(DEAD, null, 5L, "letter".getBytes(), new byte[TOO_LARGE]))));
        rig.send("a", 10);
        rig.send("b", TOO_LARGE);
        rig.commit();
        assertEquals(List.of("a"), rig.keys(OUT));
        assertEquals(List.of("letter"), rig.keys(DEAD));
        ConsumerRecord<byte[], byte[]> letter = rig.records(DEAD).getFirst();
        assertNull(letter.value());
        assertEquals(5, letter.timestamp());
        assertEquals("in", header(letter, "topic"));
        assertEquals("0", header(letter, "partition"));
        assertEquals("1", header(letter, "offset"));
        assertEquals("6", header(letter, "key.bytes"));
        assertEquals(String.valueOf(TOO_LARGE), header(letter, "value.bytes"));
        assertTrue(header(letter, "letter.refused").contains("RecordTooLargeException"));
        assertEquals(1, rig.asked().size());
        assertEquals(0, rig.committer().drops().of(ErrorDrop.DEAD_LETTER));
        assertTrue(rig.isCommitted());
    }

    /** The record is on no topic: an offset of its source beside the hop's topic would lead to another record. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGiveAShortLetterNoOffsetInAHopsTopic(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        rig.answerWith((record, failure) ->
                Response.resume(List.of(new ProducerRecord<>(DEAD, null, 5L, null, new byte[TOO_LARGE]))));
        rig.send("a", 10);
        rig.sendBehindHop("b", TOO_LARGE);
        rig.commit();
        ConsumerRecord<byte[], byte[]> letter = rig.records(DEAD).getFirst();
        assertEquals(HOP, header(letter, "topic"));
        assertEquals("4", header(letter, "partition"));
        assertEquals("-1", header(letter, "offset"));
        assertEquals("1", header(letter, "source.offset"));
    }

    /** It has the time of its send, since no producer takes its own. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWriteTheLetterOfARecordWithANegativeTimestamp(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        LogAndContinueProcessingExceptionHandler handler = new LogAndContinueProcessingExceptionHandler();
        handler.configure(Map.of(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, DEAD));
        byte[] key = "b".getBytes(StandardCharsets.UTF_8);
        ErrorContext where = new ErrorContext("in", 0, 1, new RecordHeaders(), "node", new TaskId(0, 0), -7, key, key);
        rig.answerWith((record, failure) ->
                Response.resume(handler.handleError(where, null, failure).deadLetterQueueRecords()));
        rig.send("a", 10);
        rig.send("b", TOO_LARGE);
        rig.commit();
        assertEquals(List.of("b"), rig.keys(DEAD));
        assertTrue(rig.records(DEAD).getFirst().timestamp() >= 0);
        assertTrue(rig.isCommitted());
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(
                letter.headers().lastHeader("__stoatflow.errors." + name).value(), StandardCharsets.UTF_8);
    }

    /** Where the topic takes not even the short one, or may not be written to, the record's verdict stands. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountADeadLetterThatIsLost(boolean exactlyOnce) {
        CommitterRig rig = new CommitterRig(exactlyOnce);
        byte[] name = "n".repeat(TOO_LARGE).getBytes(StandardCharsets.UTF_8);
        rig.answerWith((record, failure) -> {
            ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(DEAD, name, name);
            for (int i = 0; i < 10; i++) {
                letter.headers().add("__streams.errors." + i, name);
            }
            return Response.resume(List.of(letter));
        });
        rig.send("a", 10);
        rig.send("b", TOO_LARGE);
        rig.commit();
        assertEquals(List.of("a"), rig.keys(OUT));
        assertEquals(0, rig.records(DEAD).size());
        assertEquals(1, rig.asked().size());
        assertEquals(1, rig.committer().drops().of(ErrorDrop.DEAD_LETTER));
        assertTrue(rig.isCommitted());
    }

    /** Of any other record, such an error says that the producer is at fault, and ends the run. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCommitWithoutALetterThatItsTopicRefuses(boolean exactlyOnce) {
        List<Supplier<Exception>> reasons = List.of(
                () -> new TopicAuthorizationException(Set.of(DEAD)), () -> new InvalidTopicException(Set.of(DEAD)));
        for (Supplier<Exception> reason : reasons) {
            CommitterRig rig = new CommitterRig(exactlyOnce, producer -> RefusingProducer.of(producer, DEAD, reason));
            rig.answerWith(CommitterRig::resumeWithLetter);
            rig.send("a", 10);
            rig.send("b", TOO_LARGE);
            rig.commit();
            assertEquals(List.of("a"), rig.keys(OUT));
            assertEquals(1, rig.asked().size());
            assertEquals(1, rig.committer().drops().of(ErrorDrop.DEAD_LETTER));
            assertTrue(rig.isCommitted());
            CommitterRig other = new CommitterRig(exactlyOnce, producer -> RefusingProducer.of(producer, OUT, reason));
            other.answerWith(CommitterRig::resumeWithLetter);
            other.send("a", 10);
            assertThrows(CommitFailure.class, other::commit);
            assertEquals(List.of(), other.asked());
        }
    }

    @Test
    void shouldSendTheSameAgainWhereTheHandlerSaysRetry() {
        CommitterRig rig = new CommitterRig(true);
        rig.answerWith((record, failure) -> Response.retry());
        rig.kafka.faults().strikeNext("app-1", FaultPoint.FLUSH, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        rig.kafka.faults().strikeNext("app-0", FaultPoint.FLUSH, FaultEffect.TIMEOUT_WITH_EFFECT);
        rig.send("a", 10);
        rig.send("b", 10);
        rig.commit();
        assertEquals(List.of("a", "b"), rig.keys(OUT));
        assertTrue(rig.isCommitted());
    }

    @Test
    void shouldGiveUpAfterSoManyUnchangedAttempts() {
        CommitterRig rig = new CommitterRig(true);
        rig.answerWith((record, failure) -> Response.retry());
        rig.kafka.faults().strikeOften(FaultPoint.FLUSH, FaultEffect.TIMEOUT_WITHOUT_EFFECT, 1.0);
        rig.send("a", 10);
        CommitFailure failure = assertThrows(CommitFailure.class, rig::commit);
        assertEquals(CommitterRig.SEND_ATTEMPTS_MAX, rig.asked().size());
        assertTrue(failure.isOutcomeKnown());
        assertEquals(List.of(), rig.keys(OUT));
    }

    /** If the record were sent once more, it would come after later records of its key. */
    @Test
    void shouldProcessAgainUnderAtLeastOnceWhereTheHandlerSaysRetry() {
        CommitterRig rig = new CommitterRig(false);
        rig.answerWith((record, failure) -> Response.retry());
        rig.kafka.faults().strikeNext("app-0", FaultPoint.SEND, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        rig.send("a", 10);
        rig.send("b", 10);
        assertThrows(CommitFailure.class, rig::commit);
        assertFalse(rig.isCommitted());
    }

    @Test
    void shouldAskNoHandlerWhenTheProducerIsFenced() {
        CommitterRig rig = new CommitterRig(true);
        rig.answerWith(CommitterRig::resumeWithLetter);
        rig.kafka.faults().strikeNext("app-1", FaultPoint.SEND, FaultEffect.FENCE);
        rig.send("a", 10);
        rig.send("b", 10);
        assertThrows(CommitFailure.class, rig::commit);
        assertEquals(List.of(), rig.asked());
        assertEquals(List.of(), rig.keys(OUT));
    }
}
