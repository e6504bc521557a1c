package org.stoatflow.memorykafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.P1;
import static org.stoatflow.memorykafka.ClusterRig.bytes;
import static org.stoatflow.memorykafka.ClusterRig.offsets;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;

class ConsumerReadTest {
    private final ClusterRig rig = new ClusterRig();
    private final Upstream upstream = rig.kafka.upstream("upstream");
    private final MemoryConsumer consumer = rig.consumer("reader");

    @Test
    void shouldStepOverMarkersAndAbortedRecords() {
        write("a");
        upstream.abort();
        write("b");
        upstream.commit();
        consumer.assign(List.of(P0));
        assertEquals(List.of("2:b"), ClusterRig.pollAll(consumer));
        assertEquals(4, consumer.position(P0));
    }

    @Test
    void shouldStopAtTheLastStableOffset() {
        writePlain("plain");
        write("open");
        writePlain("behind");
        consumer.assign(List.of(P0));
        assertEquals(List.of("0:plain"), ClusterRig.pollAll(consumer));
        assertEquals(Map.of(P0, 1L), consumer.endOffsets(List.of(P0)));
        upstream.commit();
        assertEquals(List.of("1:open", "2:behind"), ClusterRig.pollAll(consumer));
    }

    @Test
    void shouldReadPastOpenTransactionsWhenUncommitted() {
        MemoryConsumer uncommitted = rig.consumer("u", ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        write("open");
        uncommitted.assign(List.of(P0));
        assertEquals(List.of("0:open"), ClusterRig.pollAll(uncommitted));
        assertEquals(Map.of(P0, 1L), uncommitted.endOffsets(List.of(P0)));
    }

    @Test
    void shouldBoundAPollAndKeepPartitionOrder() {
        MemoryConsumer bounded = rig.consumer("b", ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "3");
        for (int i = 0; i < 50; i++) {
            upstream.writePlain(i % 2 == 0 ? P0 : P1, null, bytes("v"), 0);
        }
        bounded.assign(List.of(P0, P1));
        Map<TopicPartition, Long> next = new HashMap<>(Map.of(P0, 0L, P1, 0L));
        for (int i = 0; i < 200; i++) {
            ConsumerRecords<byte[], byte[]> records = bounded.poll(Duration.ZERO);
            assertTrue(records.count() <= 3, "count=" + records.count());
            for (ConsumerRecord<byte[], byte[]> record : records) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                assertEquals(next.get(partition), record.offset());
                next.merge(partition, 1L, Long::sum);
            }
        }
        assertEquals(Map.of(P0, 25L, P1, 25L), next);
    }

    @Test
    void shouldStartAtTheCommittedOffset() {
        for (int i = 0; i < 5; i++) {
            writePlain("v" + i);
        }
        consumer.commitSync(offsets(P0, 3));
        consumer.assign(List.of(P0));
        assertEquals(3, consumer.position(P0));
        assertEquals(List.of("3:v3", "4:v4"), ClusterRig.pollAll(consumer));
    }

    @Test
    void shouldCommitPositions() {
        writePlain("a");
        consumer.assign(List.of(P0));
        ClusterRig.pollAll(consumer);
        consumer.commitSync();
        assertEquals(1, consumer.committed(Set.of(P0)).get(P0).offset());
    }

    @Test
    void shouldHaveNullForWhatIsNotCommitted() {
        Map<TopicPartition, ?> committed = consumer.committed(Set.of(P0));
        assertTrue(committed.containsKey(P0));
        assertEquals(null, committed.get(P0));
    }

    @Test
    void shouldStartAtTheEndWhenResetToLatest() {
        writePlain("a");
        MemoryConsumer latest = rig.consumer("l", ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        latest.assign(List.of(P0));
        assertEquals(1, latest.position(P0));
    }

    @Test
    void shouldRefuseToStartWithoutOffsetOrReset() {
        MemoryConsumer strict = rig.consumer("s", ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        strict.assign(List.of(P0));
        assertThrows(NoOffsetForPartitionException.class, () -> strict.position(P0));
        assertThrows(NoOffsetForPartitionException.class, () -> ClusterRig.pollAll(strict));
    }

    @Test
    void shouldSayThatThePositionIsOutOfRange() {
        MemoryConsumer strict = rig.consumer("s", ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        strict.assign(List.of(P0));
        strict.seek(P0, 10);
        assertThrows(OffsetOutOfRangeException.class, () -> ClusterRig.pollAll(strict));
    }

    @Test
    void shouldResetAPositionThatWasTruncated() {
        for (int i = 0; i < 5; i++) {
            writePlain("v" + i);
        }
        consumer.assign(List.of(P0));
        consumer.seek(P0, 1);
        rig.kafka.disruptions().truncateBefore(P0, 4);
        assertEquals(List.of("4:v4"), ClusterRig.pollAll(consumer));
        assertEquals(Map.of(P0, 4L), consumer.beginningOffsets(List.of(P0)));
    }

    @Test
    void shouldReadNothingFromPausedPartitions() {
        writePlain("a");
        consumer.assign(List.of(P0));
        consumer.pause(List.of(P0));
        assertEquals(Set.of(P0), consumer.paused());
        assertEquals(List.of(), ClusterRig.pollAll(consumer));
        consumer.resume(List.of(P0));
        assertEquals(List.of("0:a"), ClusterRig.pollAll(consumer));
    }

    @Test
    void shouldSeekToTheEnds() {
        writePlain("a");
        consumer.assign(List.of(P0));
        consumer.seekToEnd(List.of());
        assertEquals(1, consumer.position(P0));
        consumer.seekToBeginning(List.of(P0));
        assertEquals(0, consumer.position(P0));
    }

    @Test
    void shouldKnowTheLagAfterAFetchOnly() {
        writePlain("a");
        consumer.assign(List.of(P0));
        assertEquals(OptionalLong.empty(), consumer.currentLag(P0));
        ClusterRig.pollAll(consumer);
        assertEquals(OptionalLong.of(0), consumer.currentLag(P0));
    }

    @Test
    void shouldFindOffsetsByTime() {
        upstream.writePlain(P0, null, bytes("a"), 10);
        upstream.writePlain(P0, null, bytes("b"), 20);
        assertEquals(
                new OffsetAndTimestamp(1, 20),
                consumer.offsetsForTimes(Map.of(P0, 15L)).get(P0));
        assertEquals(null, consumer.offsetsForTimes(Map.of(P0, 21L)).get(P0));
    }

    @Test
    void shouldWakeUpOnce() {
        consumer.assign(List.of(P0));
        consumer.wakeup();
        assertThrows(WakeupException.class, () -> ClusterRig.poll(consumer));
        ClusterRig.poll(consumer);
    }

    @Test
    void shouldRefusePartitionsThatAreNotAssigned() {
        assertThrows(IllegalStateException.class, () -> consumer.seek(P0, 0));
        assertThrows(IllegalStateException.class, () -> consumer.position(P0));
        assertThrows(IllegalStateException.class, () -> consumer.pause(List.of(P0)));
        assertThrows(IllegalStateException.class, () -> ClusterRig.poll(consumer));
    }

    @Test
    void shouldTimeOutACommitWithAndWithoutEffect() {
        FaultInjector faults = rig.kafka.faults();
        faults.strikeNext("reader", FaultPoint.COMMIT_OFFSETS, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        assertThrows(TimeoutException.class, () -> consumer.commitSync(offsets(P0, 1)));
        assertEquals(OptionalLong.empty(), rig.kafka.view().committed(ClusterRig.GROUP, P0));
        faults.strikeNext("reader", FaultPoint.COMMIT_OFFSETS, FaultEffect.TIMEOUT_WITH_EFFECT);
        assertThrows(TimeoutException.class, () -> consumer.commitSync(offsets(P0, 1)));
        assertEquals(OptionalLong.of(1), rig.kafka.view().committed(ClusterRig.GROUP, P0));
    }

    @Test
    void shouldCommitLaterAndTellWithinTheNextPoll() {
        List<String> heard = new ArrayList<>();
        consumer.assign(List.of(P0));
        consumer.commitAsync(offsets(P0, 1), (offsets, failure) -> heard.add("told " + failure));
        assertEquals(OptionalLong.of(1), rig.kafka.view().committed(ClusterRig.GROUP, P0));
        assertEquals(List.of(), heard);
        ClusterRig.poll(consumer);
        assertEquals(List.of("told null"), heard);
    }

    @Test
    void shouldTellThatALaterCommitMayBeRetried() {
        List<Exception> heard = new ArrayList<>();
        rig.kafka.faults().strikeNext("reader", FaultPoint.COMMIT_OFFSETS, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        consumer.commitAsync(offsets(P0, 1), (offsets, failure) -> heard.add(failure));
        consumer.close();
        assertInstanceOf(RetriableCommitFailedException.class, heard.get(0));
    }

    @Test
    void shouldDeliverAgainAfterARewind() {
        writePlain("a");
        consumer.assign(List.of(P0));
        assertEquals(List.of("0:a"), ClusterRig.pollAll(consumer));
        rig.kafka.faults().strikeNext("reader", FaultPoint.POLL, FaultEffect.REWIND);
        assertEquals(List.of("0:a"), ClusterRig.pollAll(consumer));
    }

    @Test
    void shouldReturnNothingFromASlowPoll() {
        writePlain("a");
        consumer.assign(List.of(P0));
        rig.kafka.faults().strikeOften(FaultPoint.POLL, FaultEffect.SLOW, 1.0);
        assertEquals(List.of(), ClusterRig.pollAll(consumer));
        rig.kafka.faults().clear();
        assertEquals(List.of("0:a"), ClusterRig.pollAll(consumer));
    }

    @Test
    void shouldHideHeldBackDataUntilItsTime() {
        writePlain("a");
        rig.kafka.disruptions().holdBack(P0, 100);
        writePlain("b");
        consumer.assign(List.of(P0));
        assertEquals(List.of("0:a"), ClusterRig.pollAll(consumer));
        rig.clock.advanceMs(100);
        assertEquals(List.of("1:b"), ClusterRig.pollAll(consumer));
    }

    @Test
    void shouldNameACallThatIsNotModelled() {
        String message = assertThrows(UnsupportedOperationException.class, consumer::commitAsync)
                .getMessage();
        assertTrue(message.contains("commitAsync()"), message);
    }

    private void write(String value) {
        upstream.write(P0, bytes("k"), bytes(value), 0);
    }

    private void writePlain(String value) {
        upstream.writePlain(P0, bytes("k"), bytes(value), 0);
    }
}
