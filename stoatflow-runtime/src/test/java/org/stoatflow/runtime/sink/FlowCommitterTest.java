package org.stoatflow.runtime.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.epoch.EntryGraph;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.outbox.ChangelogPartition;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.outbox.Outbox;
import org.stoatflow.kernel.plan.ChangelogOrder;
import org.stoatflow.kernel.testkit.NoOpEpochListener;

class FlowCommitterTest {
    private static final TopicPartition SOURCE = new TopicPartition("in", 0);
    private static final byte[] KEY = {1};
    private static final int OFFERS_MAX = 10_000;
    private static final int STEPS_MAX = 10;

    private final List<Map<TopicPartition, SourcePosition>> committed = new ArrayList<>();

    /** The committer never catches up with a lane that offers the next output as soon as the one before it is sent. */
    @Test
    void shouldCommitWhileLanesGoOnOffering() {
        Epoch epoch = firstEpoch();
        BusyLane lane = new BusyLane();
        FlowCommitter committer = committer(lane.producer, ChangelogOrder.NONE, epoch);
        lane.into = committer;
        epoch.touch(0);
        lane.offer();
        epoch.leave();
        epoch.cut(Map.of(SOURCE, new SourcePosition(1, Optional.empty(), 0)));

        for (int steps = 0; steps < STEPS_MAX && committed.isEmpty(); steps++) {
            committer.step();
        }

        assertEquals(1, committed.size());
        assertTrue(lane.offers < OFFERS_MAX, "all offers were waited for");
    }

    @Test
    void shouldSendRowsOfAnEpochOnceAllThatFollowsFromThemIsAcknowledged() {
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        Epoch epoch = firstEpoch();
        FlowCommitter committer =
                committer(producer, new ChangelogOrder(Map.of("rows", -1, "groups", -5, "counts", -5)), epoch);
        Outbox output = new Outbox(1);
        output.append("out", 0, 0, KEY, KEY, null);
        Outbox upstream = changelogs("rows", "groups");
        upstream.append("rest", 0, 0, KEY, KEY, null);
        epoch.touch(0);
        committer.offer(new LaneContribution(0, output, null, List.of(), 0, 0));
        epoch.contribute(new LaneContribution(0, upstream, null, List.of(), 0, 0));
        epoch.contribute(new LaneContribution(1, changelogs("rows", "counts"), null, List.of(), 0, 0));
        epoch.leave();
        epoch.cut(Map.of(SOURCE, new SourcePosition(1, Optional.empty(), 0)));

        List<List<String>> sent = new ArrayList<>();
        for (int rounds = 0; rounds < STEPS_MAX && committed.isEmpty(); rounds++) {
            int before = producer.history().size();
            stepAll(committer);
            if (committed.isEmpty()) {
                sent.add(topics(producer, before));
            }
            while (producer.completeNext()) {
                // until all is acknowledged
            }
        }

        assertEquals(
                List.of(List.of("out"), List.of("rest"), List.of("groups", "counts"), List.of("rows", "rows")), sent);
        assertEquals(1, committed.size());
    }

    /** As Kafka Streams does, whose commits flush. */
    @Test
    void shouldWaitNoLongerForWhatLingersThanForACommitNorAtTheEnd() {
        assertEquals(0, commits(Optional.empty(), false), "nothing lingers, so the acknowledgement comes by itself");
        assertEquals(0, commits(Optional.of(Duration.ofHours(1)), false));
        assertEquals(1, commits(Optional.of(Duration.ZERO), false));
        assertEquals(1, commits(Optional.of(Duration.ofHours(1)), true));
    }

    private int commits(Optional<Duration> lingers, boolean ends) {
        committed.clear();
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        Epoch epoch = firstEpoch();
        FlowCommitter committer = new FlowCommitter(
                context(),
                new FlowCommitter.Broker(producer, OutputTopics.unknown(), Duration.ZERO, lingers, ChangelogOrder.NONE),
                epoch,
                committed::add,
                () -> 0,
                () -> {});
        Outbox output = new Outbox(1);
        output.append("out", 0, 0, KEY, KEY, null);
        epoch.touch(0);
        committer.offer(new LaneContribution(0, output, null, List.of(), 0, 0));
        epoch.leave();
        epoch.cut(Map.of(SOURCE, new SourcePosition(1, Optional.empty(), 0)));
        if (ends) {
            committer.hurry();
        }
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            committer.step();
        }
        return committed.size();
    }

    private static Epoch firstEpoch() {
        return Epoch.first(1, new EntryGraph(new int[] {0}, new int[][] {{}}), 1, 1, new NoOpEpochListener());
    }

    private FlowCommitter committer(MockProducer<byte[], byte[]> producer, ChangelogOrder order, Epoch epoch) {
        return new FlowCommitter(
                context(),
                new FlowCommitter.Broker(producer, OutputTopics.unknown(), Duration.ZERO, order),
                epoch,
                committed::add,
                () -> 0,
                () -> {});
    }

    private static CommitContext context() {
        return CommitContexts.asking(
                () -> {
                    throw new AssertionError("nothing is refused");
                },
                1);
    }

    private static Outbox changelogs(String... topics) {
        Outbox outbox = new Outbox(topics.length);
        for (String topic : topics) {
            outbox.appendChangelog(new ChangelogPartition(0, topic, 0), 0, KEY, KEY, null);
        }
        return outbox;
    }

    private static void stepAll(FlowCommitter committer) {
        for (int steps = 0; steps < STEPS_MAX && committer.step(); steps++) {
            // until it waits for acknowledgements
        }
    }

    private static List<String> topics(MockProducer<byte[], byte[]> producer, int from) {
        return producer.history().subList(from, producer.history().size()).stream()
                .map(ProducerRecord::topic)
                .toList();
    }

    private static final class BusyLane {
        private final MockProducer<byte[], byte[]> producer =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public synchronized Future<RecordMetadata> send(
                            ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
                        Future<RecordMetadata> sent = super.send(record, callback);
                        if (offers < OFFERS_MAX) {
                            offer();
                        }
                        return sent;
                    }
                };
        private @Nullable FlowCommitter into;
        private int offers;

        private void offer() {
            Outbox outbox = new Outbox(1);
            outbox.append("out", 0, offers++, new byte[] {1}, new byte[] {2}, null);
            if (into != null) {
                into.offer(new LaneContribution(0, outbox, null, List.of(), 0, 0));
            }
        }
    }
}
