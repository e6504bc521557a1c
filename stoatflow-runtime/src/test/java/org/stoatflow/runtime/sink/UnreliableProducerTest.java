package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.outbox.SendingNode;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.kernel.testkit.NoOpEpochListener;
import org.stoatflow.runtime.source.CommitRights;
import org.stoatflow.streams.errors.ErrorHandlerContext;
import org.stoatflow.streams.errors.ProductionExceptionHandler;

/** Whatever the producer does, an epoch is committed, or its run fails. */
class UnreliableProducerTest {
    private static final int SEEDS = 3_000;
    private static final int STEPS_MAX = 2_000;
    private static final int IDLE_STEPS = 3;
    private static final byte[] BYTES = {1};
    private static final SendingNode SINK = new SendingNode("sink", 0, false, Set.of());
    private static final TopicPartition SOURCE = new TopicPartition("in", 0);

    private final List<Map<TopicPartition, SourcePosition>> committed = new ArrayList<>();

    @Test
    void shouldEndEachRoundOrTheRun() {
        int failed = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            committed.clear();
            Random random = new Random(seed);
            UnreliableProducer producer = new UnreliableProducer(random);
            Epoch epoch = firstEpoch();
            FlowCommitter committer = new FlowCommitter(
                    context(random),
                    new FlowCommitter.Broker(producer, OutputTopics.unknown(), Duration.ZERO, ChangelogOrder.NONE),
                    epoch,
                    committed::add,
                    () -> 0,
                    () -> {});
            epoch.touch(0);
            for (int offers = random.nextInt(3); offers >= 0; offers--) {
                committer.offer(output(random));
            }
            epoch.leave();
            epoch.cut(Map.of(SOURCE, new SourcePosition(1, Optional.empty(), 0)));
            boolean fails = !runs(committer, producer, seed);
            assertTrue(fails || committed.size() == 1, "neither committed nor failed, seed " + seed);
            failed += fails ? 1 : 0;
        }
        assertTrue(failed > 0 && failed < SEEDS, "the seeds show one side only: " + failed + " fail");
    }

    @Test
    @SuppressWarnings("removal") // nobody else makes a group
    void shouldCommitEachTransactionOrEndTheRun() {
        int failed = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            UnreliableProducer producer = new UnreliableProducer(random);
            producer.initTransactions();
            List<Integer> applied = new ArrayList<>();
            TransactionalCommitter committer = new TransactionalCommitter(
                    context(random),
                    new TransactionalProducers(List.of(producer), old -> old, OutputTopics.unknown()),
                    () -> CommitRights.of(new ConsumerGroupMetadata("app")),
                    2,
                    () -> {},
                    () -> applied.add(1));
            Epoch epoch = firstEpoch();
            epoch.touch(0);
            epoch.contribute(output(random));
            epoch.leave();
            epoch.cut(Map.of(SOURCE, new SourcePosition(1, Optional.empty(), 0)));
            committer.onComplete(epoch);
            boolean fails = !runs(committer, producer, seed);
            assertEquals(fails ? 0 : 1, applied.size(), "seed " + seed);
            assertEquals(!fails, producer.transactionCommitted(), "seed " + seed);
            failed += fails ? 1 : 0;
        }
        assertTrue(failed > 0 && failed < SEEDS, "the seeds show one side only: " + failed + " fail");
    }

    /** Steps the committer until it has nothing to do and nothing is on its way; returns false if the run fails. */
    private static boolean runs(Committer committer, UnreliableProducer producer, int seed) {
        int idle = 0;
        try {
            for (int steps = 0; idle < IDLE_STEPS; steps++) {
                assertTrue(steps < STEPS_MAX, "it goes on for ever, seed " + seed);
                idle = !committer.step() && producer.isIdle() ? idle + 1 : 0;
                producer.answer(false);
            }
            return true;
        } catch (RuntimeException | LinkageError failure) {
            return false;
        }
    }

    private static LaneContribution output(Random random) {
        int records = random.nextInt(8);
        Outbox outbox = new Outbox(records);
        for (int i = 0; i < records; i++) {
            outbox.append("out", 0, 0, BYTES, BYTES, null);
            outbox.sentBy(SINK, "in", 0, i);
        }
        return new LaneContribution(0, outbox, null, List.of(), 0, records);
    }

    private static Epoch firstEpoch() {
        return Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
    }

    private static CommitContext context(Random random) {
        return CommitContexts.asking(() -> new Deciding(random), 3);
    }

    /** Decides at random, mostly to go on. */
    private static final class Deciding implements ProductionExceptionHandler {
        private final Random random;

        Deciding(Random random) {
            this.random = random;
        }

        @Override
        public Response handleError(
                ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception failure) {
            return switch (random.nextInt(8)) {
                case 0 -> Response.fail();
                case 1 -> Response.retry();
                case 2 -> Response.resume(List.of(new ProducerRecord<>("dead", BYTES, BYTES)));
                default -> Response.resume();
            };
        }

        @Override
        public void configure(Map<String, ?> configs) {}
    }
}
