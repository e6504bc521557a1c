package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.SendingNode;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProductionExceptionHandler;

/** What a producer waits for in vain does not hold up what can be sent. */
class AbsentOutputTest {
    private static final int MANY = 200;
    private static final int STEPS_MAX = 10;
    private static final byte[] BYTES = {1};
    private static final SendingNode SINK = new SendingNode("sink", 0, false, Set.of());
    private static final TopicPartition SOURCE = new TopicPartition("in", 0);

    private final WaitingProducer producer = new WaitingProducer();
    private final List<Exception> asked = new ArrayList<>();
    private final List<Map<TopicPartition, SourcePosition>> committed = new ArrayList<>();
    private final Epoch epoch =
            Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
    private ProductionExceptionHandler.Response response = ProductionExceptionHandler.Response.resume();

    @Test
    void shouldWaitOnceForATopicThatIsNotThere() {
        FlowCommitter committer = flowing(Duration.ofMinutes(1));
        offerAndLeave(committer, output("gone", MANY), output("out", 3), output("gone", 1));

        stepAll(committer);

        assertEquals(1, producer.waits);
        assertEquals(List.of("out", "out", "out"), producer.sent());
        assertEquals(MANY + 1, asked.size());
        assertTrue(asked.stream().allMatch(AbsentTopicException.class::isInstance), asked::toString);
        assertEquals(1, committed.size());
    }

    @Test
    void shouldSendNothingBehindARecordThatEndsTheRun() {
        response = ProductionExceptionHandler.Response.retry();
        FlowCommitter committer = flowing(Duration.ofMinutes(1));
        offerAndLeave(committer, output("gone", MANY), output("out", 3));

        CommitFailure failure = assertThrows(CommitFailure.class, () -> stepAll(committer));

        assertTrue(failure.getMessage().contains("Topic gone does not exist"), failure::getMessage);
        assertEquals(List.of(), producer.sent());
        assertEquals(1, asked.size());
        committer.sendRest();
        assertEquals(List.of("out", "out", "out"), producer.sent(), "what lanes have handed over is lost");
        assertEquals(1, producer.waits);
    }

    /** What comes behind it must not overtake it. */
    @Test
    void shouldTryARecordAgainWhoseTopicIsThere() {
        producer.unanswered.add(new TimeoutException("not present in metadata"));
        producer.unanswered.add(new BufferExhaustedException("no room"));
        FlowCommitter committer = flowing(Duration.ofMinutes(1));
        offerAndLeave(committer, output("out", 1), output("other", 1));

        stepAll(committer);

        assertEquals(List.of("out", "other"), producer.sent());
        assertEquals(List.of(), asked);
        assertEquals(1, committed.size());
    }

    @Test
    void shouldAskTheHandlerWhereTheUsersOwnTimeIsOver() {
        producer.unanswered.add(new BufferExhaustedException("no room"));
        FlowCommitter committer = flowing(Duration.ZERO);
        offerAndLeave(committer, output("out", 2));

        stepAll(committer);

        assertEquals(List.of("out"), producer.sent());
        assertEquals(1, asked.size());
    }

    @Test
    void shouldSendNoMoreOnceItIsStopped() {
        FlowCommitter committer = flowing(Duration.ofMinutes(1));
        producer.unanswered.add(new TimeoutException("not present in metadata"));
        producer.onWait = committer::stopSending;
        offerAndLeave(committer, output("out", 2), output("other", 1));

        committer.step();

        assertEquals(List.of(), producer.sent());
        assertEquals(List.of(), asked);
        committer.sendRest();
        assertEquals(List.of("out", "out", "other"), producer.sent());
    }

    @Test
    void shouldSayThatItSends() {
        FlowCommitter committer = flowing(Duration.ofMinutes(1));
        List<CommitterState> seen = new ArrayList<>();
        producer.onWait = () -> seen.add(committer.state());
        committer.offer(output("gone", 1));
        assertEquals(CommitterState.IDLE, committer.state());

        stepAll(committer);

        assertEquals(List.of(CommitterState.SENDING), seen);
    }

    @Test
    @SuppressWarnings("removal") // nobody else makes a group
    void shouldWaitForATopicBeforeATransactionIsBegun() {
        producer.initTransactions();
        producer.onWait = () -> assertFalse(producer.transactionInFlight());
        TransactionalCommitter committer = new TransactionalCommitter(
                context(),
                new TransactionalProducers(List.of(producer), old -> old, topics()),
                () -> CommitRights.of(new ConsumerGroupMetadata("app")),
                3,
                () -> {},
                () -> {});
        epoch.touch(0);
        epoch.contribute(output("gone", MANY));
        epoch.contribute(output("out", 3));
        epoch.leave();
        epoch.cut(Map.of());
        committer.onComplete(epoch);

        stepAll(committer);

        assertEquals(1, producer.waits);
        assertEquals(MANY, asked.size());
        assertEquals(1, Set.copyOf(asked).size(), "an exception for each record is kept");
        assertEquals(List.of("out", "out", "out"), producer.sent());
        assertTrue(producer.transactionCommitted());
    }

    /** A handler that goes on leaves out what was tried in vain, and nothing else. */
    @Test
    @SuppressWarnings("removal") // nobody else makes a group
    void shouldAskAboutOneRecordOfATopicThatNobodyTellsOf() {
        producer.initTransactions();
        producer.unanswered.add(new TimeoutException("not present in metadata"));
        TransactionalCommitter committer = new TransactionalCommitter(
                context(),
                new TransactionalProducers(List.of(producer), old -> old, topics()),
                () -> CommitRights.of(new ConsumerGroupMetadata("app")),
                3,
                () -> {},
                () -> {});
        epoch.touch(0);
        epoch.contribute(output("out", MANY));
        epoch.leave();
        epoch.cut(Map.of());
        committer.onComplete(epoch);

        stepAll(committer);

        assertEquals(1, asked.size());
        assertEquals(MANY - 1, producer.sent().size());
        assertTrue(producer.transactionCommitted());
    }

    /** Brokers that do not answer let the producer wait for each topic, one after the other. */
    @Test
    @SuppressWarnings("removal") // nobody else makes a group
    void shouldNotWaitForTheNextTopicBehindOneThatNobodyTellsOf() {
        response = ProductionExceptionHandler.Response.retry();
        producer.initTransactions();
        producer.unanswered.add(new TimeoutException("not present in metadata"));
        producer.unanswered.add(new TimeoutException("not present in metadata"));
        TransactionalCommitter committer = new TransactionalCommitter(
                context(),
                new TransactionalProducers(List.of(producer), old -> old, topics()),
                () -> CommitRights.of(new ConsumerGroupMetadata("app")),
                3,
                () -> {},
                () -> {});
        epoch.touch(0);
        epoch.contribute(output("out", 1));
        epoch.contribute(output("other", 1));
        epoch.leave();
        epoch.cut(Map.of());
        committer.onComplete(epoch);

        committer.step();

        assertEquals(1, producer.unanswered.size());
        stepAll(committer);
        assertEquals(2, producer.sent().size());
        assertTrue(producer.transactionCommitted());
    }

    private void offerAndLeave(FlowCommitter committer, LaneContribution... contributions) {
        epoch.touch(0);
        for (LaneContribution contribution : contributions) {
            committer.offer(contribution);
        }
        epoch.leave();
        epoch.cut(Map.of(SOURCE, new SourcePosition(1, Optional.empty(), 0)));
    }

    private static void stepAll(Committer committer) {
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            committer.step();
        }
    }

    private static LaneContribution output(String topic, int records) {
        Outbox outbox = new Outbox(records);
        for (int i = 0; i < records; i++) {
            outbox.append(topic, Outbox.ANY_PARTITION, 0, BYTES, BYTES, null);
            outbox.sentBy(SINK, "in", 0, i);
        }
        return new LaneContribution(0, outbox, null, List.of(), 0, 0);
    }

    private FlowCommitter flowing(Duration patience) {
        return new FlowCommitter(
                context(),
                new FlowCommitter.Broker(producer, topics(), patience, ChangelogOrder.NONE),
                epoch,
                committed::add,
                () -> 0,
                () -> {});
    }

    private static OutputTopics topics() {
        return new OutputTopics(
                (names, within) -> {
                    Map<String, Integer> there = new HashMap<>(Map.of("out", 1, "other", 1));
                    there.keySet().retainAll(names);
                    return there;
                },
                Clock.SYSTEM);
    }

    private CommitContext context() {
        return CommitContexts.asking(Asking::new, 3);
    }

    private final class Asking implements ProductionExceptionHandler {
        @Override
        public Response handleError(ErrorHandlerContext where, ProducerRecord<byte[], byte[]> record, Exception why) {
            asked.add(why);
            return response;
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }

    /** Waits in vain for topic "gone", and for the first records to others as the test says. */
    private static final class WaitingProducer extends MockProducer<byte[], byte[]> {
        private final List<TimeoutException> unanswered = new ArrayList<>();
        private Runnable onWait = () -> {};
        private int waits;

        WaitingProducer() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            if (!record.topic().equals("gone") && unanswered.isEmpty()) {
                return super.send(record, callback);
            }
            callback.onCompletion(
                    null, record.topic().equals("gone") ? waitInVain(record.topic()) : late(unanswered.removeFirst()));
            return new CompletableFuture<>();
        }

        private TimeoutException late(TimeoutException late) {
            onWait.run();
            return late;
        }

        private TimeoutException waitInVain(String topic) {
            waits++;
            return late(new TimeoutException("Topic " + topic + " not present in metadata after 0 ms."));
        }

        @Override
        public List<PartitionInfo> partitionsFor(String topic) {
            if (topic.equals("gone")) {
                throw waitInVain(topic);
            }
            if (!unanswered.isEmpty()) {
                throw late(unanswered.removeFirst());
            }
            return List.of(new PartitionInfo(topic, 0, null, null, null));
        }

        List<String> sent() {
            return history().stream().map(ProducerRecord::topic).toList();
        }
    }
}
