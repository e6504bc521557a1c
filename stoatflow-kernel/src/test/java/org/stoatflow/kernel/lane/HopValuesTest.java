package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.batch.HopRecord;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.record.CopyOnWriteHeaders;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.Repartitioned;

/**
 * Functions around a hop change the objects that they are given. The records that come over are as if they had been in
 * a topic.
 */
class HopValuesTest {
    private static final int BACKOFF_MS = 10;

    private static final Serde<Box> BOXES = Serdes.serdeFrom(
            (topic, box) -> box.text.getBytes(StandardCharsets.UTF_8),
            (topic, bytes) -> new Box(new String(bytes, StandardCharsets.UTF_8)));

    /** An object that users' functions change. */
    private static final class Box {
        private String text;

        Box(String text) {
            this.text = text;
        }

        Box append(String more) {
            text += more;
            return this;
        }
    }

    private static ErrorHandling errors(int attempts) {
        return new ErrorHandling(
                LogAndFailExceptionHandler::new,
                LogAndFailProcessingExceptionHandler::new,
                DefaultProductionExceptionHandler::new,
                new RetryPolicy(
                        attempts,
                        TimeUnit.MILLISECONDS.toNanos(BACKOFF_MS),
                        TimeUnit.MILLISECONDS.toNanos(BACKOFF_MS),
                        10,
                        new RetriableErrors()),
                1);
    }

    private static Repartitioned<String, Box> boxes() {
        return Repartitioned.with(Serdes.String(), BOXES);
    }

    @Test
    void shouldGiveEachKeyItsOwnValueWhereOneObjectIsEmittedForTwo() {
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .flatMap((key, value) -> {
                            Box box = new Box(value);
                            return List.of(KeyValue.pair("buyer", box), KeyValue.pair("seller", box));
                        })
                        .repartition(boxes())
                        .mapValues((key, box) -> box.append("!").text)
                        .to("out"),
                errors(0));
        rig.feed(0, "a=1");
        rig.cut();

        assertEquals(
                List.of("out buyer=1!", "out seller=1!"),
                rig.sent().stream().sorted().toList());
    }

    @Test
    void shouldKeepTheValueOfEachRecordWhereAFunctionReturnsOneObjectAgainAndAgain() {
        Box one = new Box("");
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .map((key, value) -> {
                            one.text = value;
                            return KeyValue.pair(key, one);
                        })
                        .repartition(boxes())
                        .mapValues(box -> box.text)
                        .to("out"),
                errors(0));
        rig.feed(0, "a=1", "a=2", "a=3");
        rig.cut();

        assertEquals(List.of("out a=1", "out a=2", "out a=3"), rig.sent());
    }

    @Test
    void shouldRunARecordAgainWithTheValueThatItHadBefore() {
        int[] failures = {2};
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .map((key, value) -> KeyValue.pair(key, new Box(value)))
                        .repartition(boxes())
                        .mapValues(box -> {
                            box.append("!");
                            if (failures[0]-- > 0) {
                                throw new RetriableException("not yet") {};
                            }
                            return box.text;
                        })
                        .to("out"),
                errors(3));
        rig.feed(0, "a=1");
        rig.cut();
        for (int attempt = 0; attempt < 2; attempt++) {
            rig.pass(BACKOFF_MS);
            rig.run();
        }

        assertEquals(List.of("out a=1!"), rig.sent());
    }

    @Test
    void shouldSayHowMuchARecordHolds() {
        byte[] large = new byte[100_000];

        assertBetween(100_050, 100_300, record(null, large, new RecordHeaders()));
        assertBetween(100_100, 100_300, record("key", large, new RecordHeaders()));
        assertBetween(200_100, 200_400, record("key", "x".repeat(100_000), new RecordHeaders()));
        assertBetween(100_150, 100_400, record("key", 1L, new RecordHeaders().add("trace", large)));
        assertBetween(100, 200, record(UUID.randomUUID(), null, new RecordHeaders()));
    }

    private static HopRecord record(Object key, Object value, Headers headers) {
        return new HopRecord(key, value, 0, CopyOnWriteHeaders.of(headers), new byte[10], 0, 0);
    }

    private static void assertBetween(long least, long most, HopRecord record) {
        assertTrue(record.bytes() >= least && record.bytes() <= most, () -> record.bytes() + " bytes");
    }
}
