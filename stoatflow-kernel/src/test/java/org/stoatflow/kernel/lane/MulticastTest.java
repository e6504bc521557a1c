package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.kernel.error.ErrorDrop;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.error.RetryPolicy;
import org.stoatflow.spi.RetriableErrors;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.DefaultProductionExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailExceptionHandler;
import org.stoatflow.streams.errors.LogAndFailProcessingExceptionHandler;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;

/**
 * A hop whose partitioner chooses none, one or several of its three partitions. A record's value says which: {@code "0
 * 2"}, {@code "none"}, or {@code "default"}.
 */
class MulticastTest {
    private static final int HOP_PARTITIONS = 3;
    private static final int LANES = 3;

    private int failuresLeft;

    private static LaneRig rig(boolean byKey) {
        return byKey
                ? LaneRig.byKey(MulticastTest::program, ErrorHandling.FAILING, LANES, 0)
                : LaneRig.exactlyOnce(MulticastTest::program, ErrorHandling.FAILING);
    }

    private static void program(StreamsBuilder builder) {
        throughHop(builder.stream(LaneRig.IN)).process(Places::new).to("out");
    }

    private static KStream<String, String> throughHop(KStream<String, String> stream) {
        return stream.repartition(Repartitioned.<String, String>numberOfPartitions(HOP_PARTITIONS)
                .withStreamPartitioner((topic, key, value, count) -> choice(value)));
    }

    private static Optional<Set<Integer>> choice(String value) {
        return switch (value) {
            case "default" -> Optional.empty();
            case "none" -> Optional.of(Set.of());
            default ->
                Optional.of(
                        Arrays.stream(value.split(" ")).map(Integer::valueOf).collect(Collectors.toSet()));
        };
    }

    /** Forwards a record with the partition in which it came, also as a header. */
    private static final class Places extends ContextualProcessor<String, String, String, String> {
        @Override
        public void process(Record<String, String> record) {
            int partition = context().recordMetadata().orElseThrow().partition();
            record.headers().add("in", new byte[] {(byte) ('0' + partition)});
            context().forward(record.withValue(record.value() + " in " + partition));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveACopyToEachPartition(boolean byKey) {
        LaneRig rig = rig(byKey);
        rig.feed(0, "a=0 2", "a=1", "a=0 1 2");
        rig.cut();

        assertEquals(
                List.of(
                        "out a=0 1 2 in 0",
                        "out a=0 1 2 in 1",
                        "out a=0 1 2 in 2",
                        "out a=0 2 in 0",
                        "out a=0 2 in 2",
                        "out a=1 in 1"),
                sorted(rig.sent()));
        assertTrue(rig.isCutComplete());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheOrderWithinEachPartition(boolean byKey) {
        LaneRig rig = rig(byKey);
        rig.feed(0, "a=0 1", "a=1 0", "a=0", "a=0 1 2");
        rig.cut();

        assertEquals(
                List.of("out a=0 1 in 0", "out a=1 0 in 0", "out a=0 in 0", "out a=0 1 2 in 0"),
                rig.sent().stream().filter(sent -> sent.endsWith(" in 0")).toList());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveItToTheDefaultOrDropTheRecord(boolean byKey) {
        LaneRig rig = rig(byKey);
        rig.feed(0, "a=none", "a=default");
        rig.cut();

        assertEquals(1, rig.sent().size());
        assertTrue(
                rig.sent().getFirst().startsWith("out a=default in "),
                () -> rig.sent().toString());
        assertEquals(
                1,
                rig.lanes().stream()
                        .mapToLong(lane -> lane.counters().dropped(ErrorDrop.NO_PARTITION))
                        .sum());
    }

    /** Each copy's batch is counted before the batch that has caused it is done. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCountABatchForEachLaneThatGetsACopy(boolean byKey) {
        LaneRig rig = rig(byKey);
        int hop = rig.stage(1).hopEnds().getFirst().id();
        rig.feed(0, "a=0 1 2");
        rig.cutOnly();
        for (Lane lane : rig.lanes()) {
            if (lane.stage().id() == 0) {
                while (lane.step()) {
                    // until the source record is done
                }
            }
        }

        assertEquals(byKey ? 1 : HOP_PARTITIONS, rig.epochCutLast().outstanding(hop));
        rig.run();
        assertEquals(0, rig.epochCutLast().outstanding(hop));
        assertTrue(rig.isCutComplete());
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "-1", "0 1 7"})
    void shouldFailBeforeAnyCopyIsSentWhereAPartitionIsNotThere(String value) {
        LaneRig rig = rig(false);
        int hop = rig.stage(1).hopEnds().getFirst().id();
        rig.feed(0, "a=" + value);
        String message = assertThrows(LaneFailure.class, rig::run).getCause().getMessage();

        String wrong = value.substring(value.lastIndexOf(' ') + 1);
        assertTrue(message.contains("chose partition " + wrong + " of repartition topic app-"), message);
        assertTrue(message.endsWith(", which has 3"), message);
        assertEquals(0, rig.epoch().outstanding(hop));
    }

    @Test
    void shouldGiveEachCopyHeadersOfItsOwn() {
        LaneRig rig = rig(false);
        rig.feed(0, "a=0 1 2");
        rig.cut();

        assertEquals(
                List.of("out a=0 1 2 in 0 in:0", "out a=0 1 2 in 1 in:1", "out a=0 1 2 in 2 in:2"),
                sorted(rig.sentWithHeaders()));
    }

    /** A byte array is the user's to change, and comes to several lanes. */
    @Test
    void shouldGiveEachCopyBytesOfItsOwn() {
        byte[] shared = {'a'};
        LaneRig rig = LaneRig.exactlyOnce(
                builder -> builder.<String, String>stream(LaneRig.IN)
                        .mapValues(value -> shared)
                        .repartition(Repartitioned.<String, byte[]>with(Serdes.String(), Serdes.ByteArray())
                                .withNumberOfPartitions(HOP_PARTITIONS)
                                .withStreamPartitioner((topic, key, value, count) -> Optional.of(Set.of(0, 1, 2))))
                        .mapValues(value -> String.valueOf((char) value[0]++))
                        .to("out"),
                ErrorHandling.FAILING);
        rig.feed(0, "k=v");
        rig.cut();

        assertEquals(List.of("out k=a", "out k=a", "out k=a"), rig.sent());
    }

    @Test
    void shouldSendTheCopiesOfARecordThatIsRunAgainOnce() {
        long backoffNs = TimeUnit.MILLISECONDS.toNanos(100);
        ErrorHandling retrying = new ErrorHandling(
                LogAndFailExceptionHandler::new,
                LogAndFailProcessingExceptionHandler::new,
                DefaultProductionExceptionHandler::new,
                new RetryPolicy(3, backoffNs, backoffNs, 100, new RetriableErrors()),
                1);
        LaneRig rig = LaneRig.exactlyOnce(this::failingAfterTheHop, retrying);
        failuresLeft = 1;
        rig.feed(0, "a=0 1");
        rig.cut();
        assertEquals(List.of(), rig.sent());
        rig.pass(100);
        rig.run();

        assertEquals(List.of("out a=0 1 in 0", "out a=0 1 in 1"), sorted(rig.sent()));
        assertTrue(rig.isCutComplete());
    }

    private void failingAfterTheHop(StreamsBuilder builder) {
        KStream<String, String> stream = builder.stream(LaneRig.IN);
        throughHop(stream).process(Places::new).to("out");
        stream.foreach((key, value) -> {
            if (failuresLeft > 0) {
                failuresLeft--;
                throw new RetriableException(value) {};
            }
        });
    }

    private static List<String> sorted(List<String> lines) {
        List<String> sorted = new ArrayList<>(lines);
        Collections.sort(sorted);
        return sorted;
    }
}
