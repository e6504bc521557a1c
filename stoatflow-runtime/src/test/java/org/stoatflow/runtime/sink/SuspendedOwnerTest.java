package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.kernel.clock.StreamClocks;
import org.stoatflow.kernel.epoch.Budget;
import org.stoatflow.kernel.epoch.Cadence;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.LogRange;
import org.stoatflow.restore.RestorePlanner;
import org.stoatflow.restore.RestoreReason;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.restore.StoreChangelog;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.stores.ChangelogSettings;
import org.stoatflow.stores.InnerStore;
import org.stoatflow.stores.SerdeChoice;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.stores.StoreSettings;

/**
 * A process is suspended while it holds sealed writes of a lane, and goes on when another instance may be the owner.
 */
class SuspendedOwnerTest {
    private static final TopicPartition CHANGELOG = new TopicPartition("t", 0);
    private static final long BEFORE_MS = 1_000;
    private static final long DAY_MS = 86_400_000;

    private static final StoreDescription STORE = new StoreDescription(
            "s",
            new StoreSettings.KeyValue(false),
            new InnerStore(true, false, null),
            new SerdeChoice(Serdes.Bytes(), Serdes.Bytes()),
            false,
            new ChangelogSettings(true, Map.of()));

    private final StateEngine state = StateEngines.inMemory(List.of(STORE));
    private final Suspendable time = new Suspendable();
    private final Log log = new Log();
    private final Budget budget = new Budget(Long.MAX_VALUE, () -> {});
    private final Cadence cadence = new Cadence(1, 0, 0, Long.MAX_VALUE, 0);
    private Epoch epoch =
            Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());

    @Test
    void shouldReadWhatItsSuccessorHasWritten() {
        FlowCommitter committer = flowing();
        flow(committer);
        assertEquals(1, position().nextOffset());
        log.end += 2; // by the successor
        assertThrows(CommitFailure.class, () -> flow(committer));
        RestoreTask task = RestorePlanner.plan(
                        List.of(new StoreChangelog(
                                "s", 0, CHANGELOG.topic(), List.of(0), DAY_MS, StoreFormats.of(STORE))),
                        state::changelogPosition,
                        Map.of(CHANGELOG, new LogRange(0, log.end)),
                        time.nowMs)
                .getFirst();
        assertEquals(RestoreReason.TAIL, task.reason());
        assertEquals(1, task.from());
    }

    @Test
    void shouldNotTellThePresentForTheTimeOfItsOwnership() {
        log.suspendedAtSend = true;
        flow(flowing());
        assertEquals(BEFORE_MS, position().appliedAtMs());
    }

    @Test
    void shouldNotTellATimeAfterItsCommit() {
        log.suspendedAtCommit = true;
        log.initTransactions();
        commit(transactional(), sealed());
        assertEquals(BEFORE_MS, position().appliedAtMs());
    }

    /** A transaction without records and offsets is committed by the producer alone, also if it is fenced. */
    @Test
    void shouldNotTakeAnEmptyTransactionForAProofOfItsOwnership() {
        log.initTransactions();
        TransactionalCommitter committer = transactional();
        commit(committer, sealed());
        time.nowMs += 2 * DAY_MS;
        commit(
                committer,
                new LaneContribution(0, new Outbox(1), null, List.of(new StoredClocks.Row("clock", 2)), 0, 0));
        assertEquals(BEFORE_MS, position().appliedAtMs());
        commit(committer, sealed());
        assertEquals(BEFORE_MS + 2 * DAY_MS, position().appliedAtMs());
    }

    private TransactionalCommitter transactional() {
        return new TransactionalCommitter(
                context(),
                new TransactionalProducers(List.of(log), old -> old, OutputTopics.unknown()),
                () -> {
                    throw new AssertionError("there are no offsets");
                },
                1,
                () -> {},
                () -> {});
    }

    private void commit(TransactionalCommitter committer, LaneContribution contribution) {
        Epoch done = epoch;
        epoch.touch(0);
        epoch.contribute(contribution);
        epoch.leave();
        epoch = epoch.cut(Map.of());
        committer.onComplete(done);
        stepAll(committer);
    }

    private FlowCommitter flowing() {
        return new FlowCommitter(
                context(),
                new FlowCommitter.Broker(log, OutputTopics.unknown(), Duration.ZERO, ChangelogOrder.NONE),
                epoch,
                offsets -> {},
                () -> BEFORE_MS,
                () -> {});
    }

    private CommitContext context() {
        return new CommitContext(
                state, StreamClocks.none(), budget, cadence, time, ErrorHandling.FAILING, CommitListener.NONE);
    }

    private void flow(FlowCommitter committer) {
        epoch.touch(0);
        committer.offer(sealed());
        epoch.leave();
        epoch = epoch.cut(Map.of());
        stepAll(committer);
    }

    private static void stepAll(Committer committer) {
        boolean worked = true;
        for (int steps = 0; worked; steps++) {
            assertEquals(0, steps / 100, "too many steps");
            worked = committer.step();
        }
    }

    private static LaneContribution sealed() {
        Outbox outbox = new Outbox(1);
        outbox.appendChangelog(
                new ChangelogPartition(0, CHANGELOG.topic(), 0), 0, new byte[] {1}, new byte[] {2}, null);
        return new LaneContribution(0, outbox, null, List.of(new StoredClocks.Row("clock", 1)), 0, 0);
    }

    private ChangelogPosition position() {
        ChangelogPosition position = state.changelogPosition(0, 0);
        if (position == null) {
            throw new AssertionError("no position");
        }
        return position;
    }

    /** The changelog partition, and the producer of the suspended process. */
    private final class Log extends MockProducer<byte[], byte[]> {
        private long end;
        private boolean suspendedAtSend;
        private boolean suspendedAtCommit;

        Log() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(
                ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
            Future<RecordMetadata> sent = super.send(record, null);
            if (suspendedAtSend) {
                time.nowMs += 2 * DAY_MS;
            }
            if (callback != null) {
                callback.onCompletion(new RecordMetadata(CHANGELOG, end++, 0, 0, 0, 0), null);
            }
            return sent;
        }

        @Override
        public void commitTransaction() {
            super.commitTransaction();
            if (suspendedAtCommit) {
                time.nowMs += 2 * DAY_MS;
            }
        }
    }

    private static final class Suspendable implements Clock {
        private long nowMs = BEFORE_MS;

        @Override
        public long nanos() {
            return nowMs * 1_000_000;
        }

        @Override
        public long millis() {
            return nowMs;
        }
    }
}
