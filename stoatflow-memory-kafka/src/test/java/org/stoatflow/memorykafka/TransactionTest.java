package org.stoatflow.memorykafka;

import static org.apache.kafka.common.IsolationLevel.READ_COMMITTED;
import static org.apache.kafka.common.IsolationLevel.READ_UNCOMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.stoatflow.memorykafka.ClusterRig.P0;
import static org.stoatflow.memorykafka.ClusterRig.P1;
import static org.stoatflow.memorykafka.ClusterRig.record;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.junit.jupiter.api.Test;

class TransactionTest {
    private static final String ID = "tx";

    private final ClusterRig rig = new ClusterRig();
    private final FaultInjector faults = rig.kafka.faults();
    private final MemoryProducer producer = rig.producer(ID);
    private final List<String> failures = new ArrayList<>();

    @Test
    void shouldShowRecordsOnCommitOnly() {
        producer.beginTransaction();
        send("a");
        producer.flush();
        assertEquals(List.of(), rig.held(P0, READ_COMMITTED));
        producer.commitTransaction();
        assertEquals(List.of("0:a"), rig.held(P0, READ_COMMITTED));
        assertEquals(2, rig.kafka.view().endOffset(P0, READ_COMMITTED));
    }

    @Test
    void shouldHideAbortedRecords() {
        producer.beginTransaction();
        send("a");
        producer.flush();
        producer.abortTransaction();
        assertEquals(List.of(), rig.held(P0, READ_COMMITTED));
        assertEquals(List.of("0:a"), rig.held(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldFailBufferedRecordsOnAbort() {
        producer.beginTransaction();
        send("a");
        producer.abortTransaction();
        assertEquals(List.of("TransactionAbortedException"), failures);
        assertEquals(0, rig.kafka.view().endOffset(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldWriteNothingForAnEmptyTransaction() {
        producer.beginTransaction();
        producer.commitTransaction();
        assertEquals(0, rig.kafka.view().endOffset(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldWriteOneMarkerForEachPartition() {
        producer.beginTransaction();
        send("a");
        producer.send(record(P1, "b"));
        producer.commitTransaction();
        assertEquals(2, rig.kafka.view().endOffset(P0, READ_UNCOMMITTED));
        assertEquals(2, rig.kafka.view().endOffset(P1, READ_UNCOMMITTED));
    }

    @Test
    void shouldAbortTheOpenTransactionOnInit() {
        producer.beginTransaction();
        send("a");
        producer.flush();
        rig.producer(ID);
        assertEquals(2, rig.kafka.view().endOffset(P0, READ_COMMITTED));
        assertEquals(List.of(), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldFenceAnOlderInstanceOnCommit() {
        producer.beginTransaction();
        send("a");
        producer.flush();
        rig.producer(ID);
        assertThrows(ProducerFencedException.class, producer::commitTransaction);
        assertThrows(ProducerFencedException.class, producer::abortTransaction);
        assertThrows(ProducerFencedException.class, producer::beginTransaction);
    }

    @Test
    void shouldRefuseTheRecordsOfAnOlderInstance() {
        producer.beginTransaction();
        rig.producer(ID);
        send("a");
        producer.flush();
        assertEquals(List.of("InvalidProducerEpochException"), failures);
        assertThrows(InvalidProducerEpochException.class, producer::commitTransaction);
        assertThrows(ProducerFencedException.class, producer::abortTransaction);
    }

    @Test
    void shouldFenceWhenTheFaultSaysSo() {
        faults.strikeNext(ID, FaultPoint.COMMIT_TRANSACTION, FaultEffect.FENCE);
        producer.beginTransaction();
        send("a");
        assertThrows(ProducerFencedException.class, producer::commitTransaction);
        assertEquals(List.of(), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldOnlyAbortAfterAFailedRecord() {
        faults.strikeNext(ID, FaultPoint.SEND, FaultEffect.RECORD_TOO_LARGE);
        producer.beginTransaction();
        send("a");
        KafkaException refused = assertThrows(KafkaException.class, producer::commitTransaction);
        assertInstanceOf(RecordTooLargeException.class, refused.getCause());
        assertThrows(KafkaException.class, () -> producer.send(record(P0, "b")));
        producer.abortTransaction();
        commit("c");
        assertEquals(List.of("0:c"), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldFailARecordTwiceThatIsBufferedAndThenRefused() {
        producer.beginTransaction();
        rig.producer(ID);
        send("a");
        producer.flush();
        send("b");
        assertEquals(2, failures.size());
        producer.flush();
        assertEquals(3, failures.size());
    }

    @Test
    void shouldMarkAPartitionWhoseOnlyRecordWasRefused() {
        faults.strikeNext(ID, FaultPoint.SEND, FaultEffect.RECORD_REFUSED);
        producer.beginTransaction();
        send("a");
        producer.flush();
        producer.abortTransaction();
        assertEquals(1, rig.kafka.view().endOffset(P0, READ_UNCOMMITTED));
    }

    @Test
    void shouldFailTheCommitWhoseFlushFails() {
        faults.strikeNext(ID, FaultPoint.SEND, FaultEffect.RECORD_REFUSED);
        producer.beginTransaction();
        send("a");
        send("b");
        assertThrows(RecordTooLargeException.class, producer::commitTransaction);
        assertEquals(List.of("RecordTooLargeException", "RecordTooLargeException"), failures);
        producer.abortTransaction();
    }

    @Test
    void shouldMakeATimedOutRecordAnAbortableError() {
        faults.strikeNext(ID, FaultPoint.FLUSH, FaultEffect.TIMEOUT_WITH_EFFECT);
        producer.beginTransaction();
        send("a");
        producer.flush();
        assertEquals(List.of("TimeoutException"), failures);
        KafkaException refused = assertThrows(KafkaException.class, producer::commitTransaction);
        assertInstanceOf(TransactionAbortableException.class, refused.getCause());
        producer.abortTransaction();
        assertEquals(List.of(), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldResolveACommitThatTimedOutWithEffect() {
        faults.strikeNext(ID, FaultPoint.COMMIT_TRANSACTION, FaultEffect.TIMEOUT_WITH_EFFECT);
        producer.beginTransaction();
        send("a");
        assertThrows(TimeoutException.class, producer::commitTransaction);
        assertEquals(List.of("0:a"), rig.held(P0, READ_COMMITTED));
        assertThrows(IllegalStateException.class, producer::abortTransaction);
        producer.commitTransaction();
        commit("b");
        assertEquals(List.of("0:a", "2:b"), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldResolveACommitThatTimedOutWithoutEffect() {
        faults.strikeNext(ID, FaultPoint.COMMIT_TRANSACTION, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        producer.beginTransaction();
        send("a");
        assertThrows(TimeoutException.class, producer::commitTransaction);
        assertEquals(List.of(), rig.held(P0, READ_COMMITTED));
        producer.commitTransaction();
        assertEquals(List.of("0:a"), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldCommitInTheBackgroundAfterATimeout() {
        faults.strikeNext(ID, FaultPoint.COMMIT_TRANSACTION, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        producer.beginTransaction();
        send("a");
        assertThrows(TimeoutException.class, producer::commitTransaction);
        producer.transmit(1);
        assertEquals(List.of("0:a"), rig.held(P0, READ_COMMITTED));
        producer.commitTransaction();
    }

    @Test
    void shouldFenceTheRetryOfACommitWhenANewerInstanceCameBetween() {
        faults.strikeNext(ID, FaultPoint.COMMIT_TRANSACTION, FaultEffect.TIMEOUT_WITH_EFFECT);
        producer.beginTransaction();
        send("a");
        assertThrows(TimeoutException.class, producer::commitTransaction);
        rig.producer(ID);
        assertThrows(ProducerFencedException.class, producer::commitTransaction);
        assertEquals(List.of("0:a"), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldRetryAnInitThatTimedOut() {
        MemoryProducer other = rig.uninitialised("other");
        faults.strikeNext("other", FaultPoint.INIT_TRANSACTIONS, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        assertThrows(TimeoutException.class, other::initTransactions);
        assertThrows(IllegalStateException.class, other::beginTransaction);
        other.initTransactions();
        other.beginTransaction();
    }

    @Test
    void shouldAbortATransactionThatIsOpenForTooLong() {
        producer.beginTransaction();
        send("a");
        producer.flush();
        rig.clock.advanceMs(60_000);
        rig.kafka.catchUp();
        assertEquals(2, rig.kafka.view().endOffset(P0, READ_COMMITTED));
        assertThrows(ProducerFencedException.class, producer::commitTransaction);
    }

    @Test
    void shouldLeaveTheTransactionOpenWhenTheClientCrashes() {
        producer.beginTransaction();
        send("a");
        producer.flush();
        producer.crash();
        assertEquals(0, rig.kafka.view().endOffset(P0, READ_COMMITTED));
        rig.clock.advanceMs(60_000);
        rig.kafka.catchUp();
        assertEquals(2, rig.kafka.view().endOffset(P0, READ_COMMITTED));
    }

    @Test
    void shouldHaveCommittedOrNotWhenTheClientCrashesAfterATimeout() {
        int committed = 0;
        for (int seed = 0; seed < 20; seed++) {
            committed += committedAfterCrash(new ClusterRig(seed)) ? 1 : 0;
        }
        assertTrue(committed > 0 && committed < 20, "committed=" + committed);
    }

    private static boolean committedAfterCrash(ClusterRig rig) {
        MemoryProducer crashing = rig.producer(ID);
        rig.kafka.faults().strikeNext(ID, FaultPoint.COMMIT_TRANSACTION, FaultEffect.TIMEOUT_WITHOUT_EFFECT);
        crashing.beginTransaction();
        crashing.send(record(P0, "a"));
        assertThrows(TimeoutException.class, crashing::commitTransaction);
        crashing.crash();
        rig.producer(ID);
        return !rig.held(P0, READ_COMMITTED).isEmpty();
    }

    @Test
    void shouldFenceOnTheSimulatorsWord() {
        producer.beginTransaction();
        send("a");
        producer.flush();
        rig.kafka.disruptions().fence(ID);
        assertThrows(ProducerFencedException.class, producer::commitTransaction);
    }

    @Test
    void shouldAbortTheOpenTransactionOnClose() {
        producer.beginTransaction();
        send("a");
        producer.close();
        assertEquals(List.of("0:a"), rig.held(P0, READ_UNCOMMITTED));
        assertEquals(2, rig.kafka.view().endOffset(P0, READ_COMMITTED));
    }

    @Test
    void shouldShowACommitLateWhenMarkersAreSlow() {
        faults.strikeNext(ID, FaultPoint.MARKERS, FaultEffect.SLOW);
        commit("a");
        assertEquals(List.of(), rig.held(P0, READ_COMMITTED));
        rig.clock.advanceMs(50);
        rig.kafka.catchUp();
        assertEquals(List.of("0:a"), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldWaitForSlowMarkersBeforeTheNextTransaction() {
        faults.strikeNext(ID, FaultPoint.MARKERS, FaultEffect.SLOW);
        commit("a");
        commit("b");
        assertEquals(1_050, rig.clock.nowMs());
        assertEquals(List.of("0:a", "2:b"), rig.held(P0, READ_COMMITTED));
    }

    @Test
    void shouldWriteEachMarkerAtATimeOfItsOwn() {
        faults.spreadMarkersOver(50);
        faults.strikeNext(ID, FaultPoint.MARKERS, FaultEffect.SLOW);
        producer.beginTransaction();
        producer.send(record(P0, "a"));
        producer.send(record(P1, "b"));
        producer.commitTransaction();
        int apart = 0;
        for (int ms = 0; ms < 50; ms++) {
            rig.clock.advanceMs(1);
            rig.kafka.catchUp();
            apart += rig.held(P0, READ_COMMITTED).size()
                            == rig.held(P1, READ_COMMITTED).size()
                    ? 0
                    : 1;
        }
        assertTrue(apart > 0, "one was visible before the other");
        assertEquals(List.of("0:a"), rig.held(P0, READ_COMMITTED));
        assertEquals(List.of("0:b"), rig.held(P1, READ_COMMITTED));
        assertFalse(rig.kafka.view().isAnyTransactionUnfinished(ID));
    }

    @Test
    void shouldRefuseCallsThatTheStateDoesNotAllow() {
        assertThrows(IllegalStateException.class, producer::initTransactions);
        assertThrows(IllegalStateException.class, producer::commitTransaction);
        assertThrows(IllegalStateException.class, producer::abortTransaction);
        assertThrows(IllegalStateException.class, () -> producer.send(record(P0, "a")));
        assertThrows(IllegalStateException.class, () -> rig.plainProducer().beginTransaction());
        producer.beginTransaction();
        assertThrows(IllegalStateException.class, producer::beginTransaction);
    }

    private void commit(String value) {
        producer.beginTransaction();
        send(value);
        producer.commitTransaction();
    }

    private void send(String value) {
        producer.send(record(P0, value), (metadata, failure) -> {
            if (failure != null) {
                failures.add(failure.getClass().getSimpleName());
            }
        });
    }
}
